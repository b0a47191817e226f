#include <catch2/catch.hpp>

#include "syntax/parse_text.hpp"

namespace khora2cpp::syntax {
namespace {

std::string repeated(const std::string& text, std::size_t count) {
  std::string result;
  for (std::size_t index = 0; index < count; ++index) result += text;
  return result;
}

std::string in_function(const std::string& body) {
  return "fn f() {\n" + body + "\n}\n";
}

std::string code(const std::string& text) {
  const auto parsed = parse_text(text);
  return parsed->diagnostics.all().empty() ? "" : parsed->diagnostics.all().front().code;
}

TEST_CASE("long chains are read by a loop") {
  CHECK(code(in_function("a" + repeated(" + a", 20'000))) == "");
  CHECK(code(in_function("a" + repeated(" |> b", 20'000))) == "");
  CHECK(code(in_function("a" + repeated(".b()!", 6'000))) == "");
  CHECK(code(in_function("[" + repeated("1, ", 50'000) + "]")) == "");
  CHECK(code(in_function(repeated("a();\n", 20'000))) == "");
  CHECK(code(repeated("fn f(n: Int) -> Int { n }\n", 2'000)) == "");
  CHECK(code(repeated("impl A { fn f<B>(n: B) -> (B) -> Int { n } }\n", 2'000)) == "");
  CHECK(code(repeated("trait A { fn f() -> Int; fn g() -> Int { 1 } }\n", 2'000)) == "");
  CHECK(code("impl A {\n" + repeated("fn f(n: Int) -> Int { n }\n", 2'000) + "}") == "");
}

TEST_CASE("what is too long or too deep is refused") {
  CHECK(code(in_function("a" + repeated(" + a", 100'000))) == "D231");
  CHECK(code(in_function("a" + repeated(".b()", 100'000))) == "D231");
  for (const auto& [open, close] : std::vector<std::pair<std::string, std::string>>{{"(", ")"},
                                                                                    {"[", "]"},
                                                                                    {"{", "}"},
                                                                                    {"f(", ")"},
                                                                                    {"if a {", "}"},
                                                                                    {"match a { _ => ", "}"},
                                                                                    {"\"${", "}\""}}) {
    INFO(open);
    CHECK(code(in_function(repeated(open, 10'000) + "1" + repeated(close, 10'000))) == "D231");
    CHECK(code(in_function(repeated(open, 60) + "1" + repeated(close, 60))) == "");
  }
  for (const std::string open : {"fn x => ", "raise ", "-", "!", "||> ", "return ", "a = ", "[if a => "}) {
    INFO(open);
    CHECK(code(in_function(repeated(open, 10'000) + "1")) != "");
  }
  CHECK(code("const X: " + repeated("A -> ", 10'000) + "A = 1;") == "D231");
  CHECK(code("const X: " + repeated("List<", 10'000) + "A" + repeated(">", 10'000) + " = 1;") != "");
  CHECK(code(in_function("match a { " + repeated("A(", 10'000) + "b" + repeated(")", 10'000) + " => 1 }")) ==
        "D231");
}

TEST_CASE("a chain of else if") {
  CHECK(code(in_function("if a { b }" + repeated(" else if a { b }", 300))) == "");
  CHECK(code(in_function("if a { b }" + repeated(" else if a { b }", 5'000))) == "D231");
}

}  // namespace
}  // namespace khora2cpp::syntax
