#include <catch2/catch.hpp>

#include "syntax/parse_text.hpp"

namespace khora2cpp::syntax {
namespace {

/// The pieces of a string literal with `{}` for its holes.
std::string value(const std::string& literal) {
  const auto parsed = parse_text("const X: String = " + literal + ";\n");
  if (parsed->diagnostics.has_errors()) return parsed->errors();
  const auto& string =
      std::get<StringLiteral>(std::get<ConstDecl>(parsed->file->items.at(0).node).value->node);
  std::string result = string.pieces.front();
  for (std::size_t index = 0; index < string.holes.size(); ++index) result += "{}" + string.pieces[index + 1];
  return result;
}

TEST_CASE("escapes") {
  CHECK(value(R"("\n\r\t\\\"\'\`\$")") == "\n\r\t\\\"'`$");
  CHECK(value(R"("\u{41}\u{1F40C}")") == "A\U0001F40C");
  CHECK(value("\"a\\0b\"") == std::string("a\0b", 3));
  CHECK(value("\"one \\\n     two\"") == "one two");
  CHECK(value("\"one \\\r\n     two\"") == "one two");
}

TEST_CASE("holes") {
  CHECK(value(R"("tide ${levels.max()} at ${"pier ${n}"}")") == "tide {} at {}");
  CHECK(value(R"("cost: $5, path \${HOME}")") == "cost: $5, path ${HOME}");
  CHECK(value(R"("${match a { B::C => { d } _ => e }}")") == "{}");
  CHECK(value("`${`inner ${x}`}`") == "{}");
}

TEST_CASE("a backtick string loses the indentation that its lines share: L25, L26") {
  CHECK(value("`\n    soup\n      of the day\n    bread\n  `") == "soup\n  of the day\nbread");
  CHECK(value("`a\n  b`") == "a\n  b");
  CHECK(value("`\n  a\n\n  b\n\n  `") == "a\n\nb\n");
  CHECK(value("`\n  ${x}\n    y\n`") == "{}\n  y");
  CHECK(value("`\r\n  a\r\n  b\r\n`") == "a\nb");
  CHECK(value("`\n\\n  a\n`") == "\n  a");
  CHECK(value("`\n`") == "");
  CHECK(value("`one line`") == "one line");
}

TEST_CASE("characters and numbers") {
  CHECK(expression_tree("'\\u{2693}'") == "char \"\u2693\"\n");
  CHECK(expression_tree("'\\''") == "char \"'\"\n");
  CHECK(expression_tree("40_000") == "40000\n");
  CHECK(expression_tree("6.25e-3") == "6.25e-3\n");
  CHECK(expression_tree("1.5e2d") == "1.5e2d\n");
  CHECK(type_tree("Fn<'a, 'b>") == "Fn<>\n  'a\n  'b\n");
}

}  // namespace
}  // namespace khora2cpp::syntax
