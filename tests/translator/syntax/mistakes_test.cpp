#include <catch2/catch.hpp>
#include <fstream>

#include "syntax/parse_text.hpp"

namespace khora2cpp::syntax {
namespace {

std::string with_line_breaks(std::string text) {
  for (std::size_t at = text.find("\\n"); at != std::string::npos; at = text.find("\\n", at))
    text.replace(at, 2, "\n");
  return text;
}

TEST_CASE("each mistake gives its one error at its place") {
  std::ifstream file(KHORA2CPP_SOURCE_DIR "/tests/translator/syntax/mistakes.txt");
  REQUIRE(file);
  std::size_t count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t place = line.find(' ');
    const std::size_t text = line.find(' ', place + 1);
    const auto parsed = parse_text("module m;\n" + with_line_breaks(line.substr(text + 1)) + "\n");
    INFO(line);
    INFO(parsed->errors());
    CHECK(parsed->diagnostics.all().size() == 1);
    CHECK(parsed->errors().starts_with(line.substr(0, text) + " "));
    ++count;
  }
  CHECK(count > 150);
}

TEST_CASE("what people of other languages write is answered with what is written here") {
  struct {
    const char* text;
    const char* message;
    const char* hint;
  } const cases[] = {
      {R"(fn f() { print("{g("x")}"); })", "the string ends here, and `x` behind it does not fit",
       R"(a quote inside of a string is written `\"`, and a hole `${…}`)"},
      {R"(fn f() { let g = fn () => { print("{h("Anna")}") }; })", "the string ends here, and `Anna` behind it does not fit",
       R"(a quote inside of a string is written `\"`, and a hole `${…}`)"},
      {"fn f() { nursery { g(); } }", "`nursery` is called with parentheses, and takes a block as a function", "write `nursery(fn () => { … })!`"},
      {"fn f() { scoped { g(); } }", "`scoped` is called with parentheses, and takes a block as a function", "write `scoped(fn () => { … })`"},
      {"fn f() -> Ship { Ship { name: name } }", "a record literal has no name before its brace",
       "leave the name out: `{ … }` is a `Ship` where one is expected"},
      {"fn f() { let ship = Ship { name: name }; }", "a record literal has no name before its brace",
       "give the type instead: `let x: Ship = { … };`"},
      {"fn f() { let r = handle Tide { x: y } in { g() }; }", "`handle` means nothing in Khora",
       "a handler is a value that is installed: `with { label: handler for Effect { … } } { … }`"},
  };
  for (const auto& one : cases) {
    const auto parsed = parse_text(std::string("module m;\n") + one.text + "\n");
    INFO(one.text);
    REQUIRE(parsed->diagnostics.all().size() == 1);
    CHECK(parsed->diagnostics.all()[0].message == one.message);
    CHECK(parsed->diagnostics.all()[0].hint == one.hint);
  }
}

TEST_CASE("each declaration can have an error of its own, and the others are kept") {
  const auto parsed = parse_text("module m;\nfn f() { a b }\nfn g() { 1 }\nfn h() { * }\nconst X: Int = ;\n");
  CHECK(parsed->errors() ==
        "D230 2:11 a `;` is missing after this statement\n"
        "D225 4:10 expected an expression before `*`\n"
        "D225 5:15 expected the value behind `=`\n");
  REQUIRE(parsed->file->items.size() == 1);
  CHECK(std::get<FunctionDecl>(parsed->file->items[0].node).name.text == "g");
}

TEST_CASE("independent mistakes of one declaration are each reported, and nothing follows from them") {
  const auto parsed = parse_text(
      "module m;\n"
      "fn f(n: Int) -> Int {\n"
      "  let a = ;\n"
      "  b c;\n"
      "  if n > 3 { g(1 2); }\n"
      "  let d = 1\n"
      "  let e = 0xFF;\n"
      "  match n { 1 -> 2, _ => * }\n"
      "  while { n }\n"
      "  for x xs { h(3); }\n"
      "  n\n"
      "}\n"
      "impl A {\n"
      "  fn one(self) -> { 1 }\n"
      "  fn two(self) -> Int { + }\n"
      "  fn three(self -> Int { 3 }\n"
      "}\n"
      "type R = { a: Int, b Int, c: };\n");
  CHECK(parsed->errors() ==
        "D225 3:10 expected the value behind `=`\n"
        "D230 4:4 a `;` is missing after this statement\n"
        "D230 5:18 expected `,` or `)`, and here is `2`\n"
        "D230 6:12 a `;` is missing after this `let`\n"
        "D101 7:11 there are no hexadecimal literals\n"
        "D230 8:15 expected `=>`, and here is `->`\n"
        "D225 8:25 expected the body behind `=>`\n"
        "D225 9:9 `{` ends the head, so the condition of this `while` is missing before it\n"
        "D226 10:9 `in` is missing in this `for`\n"
        "D230 14:24 the body of this function is missing\n"
        "D225 15:25 expected an expression before `+`\n"
        "D201 16:11 this `(` is never closed\n"
        "D230 18:22 expected `:`, and here is `Int`\n"
        "D230 18:30 expected a type, and here is `}`\n");
  CHECK(parsed->file->items.empty());
}

TEST_CASE("every unmatched bracket of another declaration is reported") {
  const auto parsed = parse_text("module m;\nfn f() { g(3; }\nfn h() { 3 ]; }\nfn i() { 4 }\nfn j() { [5; }\n");
  CHECK(parsed->errors() ==
        "D201 2:11 this `(` is never closed\n"
        "D201 3:12 this `]` closes nothing\n"
        "D201 5:10 this `[` is never closed\n");
}

TEST_CASE("behind a string that is never closed only its own statement is left alone") {
  const auto parsed = parse_text("module m;\nfn f() {\n  let a = \"abc;\n  let b = ;\n  c d;\n}\n");
  CHECK(parsed->errors() ==
        "D106 3:11 this string is not closed on its line\n"
        "D225 4:10 expected the value behind `=`\n"
        "D230 5:4 a `;` is missing after this statement\n");
}

TEST_CASE("an unclosed brace is told at the brace, by its indentation") {
  const auto parsed = parse_text("fn f() {\n  while a {\n    b();\n  c();\n}\n\nfn g() {\n  1\n}\n");
  CHECK(parsed->errors() == "D201 2:11 this `{` is never closed\n");
}

TEST_CASE("a message tells where a construct of several lines began") {
  const auto parsed = parse_text("fn f() {\n  g(\n    1,\n    2 3);\n}\n");
  REQUIRE(parsed->diagnostics.all().size() == 1);
  REQUIRE(parsed->diagnostics.all()[0].labels.size() == 1);
  CHECK(parsed->sources.position(parsed->diagnostics.all()[0].labels[0].span).line == 2);
}

TEST_CASE("words of other languages are names where they declare nothing") {
  CHECK(parse_text("fn f(class: Int) { let var = class; var.func }\n")->errors().empty());
  CHECK(parse_text("fn silo(context: Int) -> Int { let row = context; let in = row; in + 1 }\n")
            ->errors()
            .empty());
  CHECK(parse_text("fn f() { let handler = test; let derive = bench; for handler in xs { } }\n")
            ->errors()
            .empty());
}

}  // namespace
}  // namespace khora2cpp::syntax
