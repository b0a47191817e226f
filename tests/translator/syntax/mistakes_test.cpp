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

TEST_CASE("each declaration can have an error of its own, and the others are kept") {
  const auto parsed = parse_text("module m;\nfn f() { a b }\nfn g() { 1 }\nfn h() { * }\nconst X: Int = ;\n");
  CHECK(parsed->errors() ==
        "D230 2:11 a `;` is missing after this statement\n"
        "D225 4:10 expected an expression before `*`\n"
        "D225 5:15 expected the value behind `=`\n");
  REQUIRE(parsed->file->items.size() == 1);
  CHECK(std::get<FunctionDecl>(parsed->file->items[0].node).name.text == "g");
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
