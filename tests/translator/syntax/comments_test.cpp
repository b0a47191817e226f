#include <catch2/catch.hpp>

#include "syntax/parse_text.hpp"

namespace khora2cpp::syntax {
namespace {

std::string tree(const std::string& text) {
  const auto parsed = parse_text(text);
  return parsed->diagnostics.has_errors() ? parsed->errors() : dump(*parsed->file);
}

TEST_CASE("comments of a file and of declarations") {
  CHECK(tree("// @native header x.hpp\nmodule m;\n//! About m.\n\n/// Tons.\n/// Many.\nconst A: Int = 1; // "
             "side\n// end\n") ==
        "file m\n  above \"@native header x.hpp\"\n  docs \"About m.\"\n"
        "  comment \"Tons.\"\n  comment \"Many.\"\n  comment \"side\"\n"
        "  const A\n    type\n      Int\n    1\n"
        "  dangling \"end\"\n");
}

TEST_CASE("comments of statements, values and arms") {
  CHECK(
      body_tree(
          "// above\nlet a = 1; // behind\ng(/* inside */ 1);\n// of the value\na // behind it\n// last\n") ==
      "block\n"
      "      comment \"above\"\n      trailing \"behind\"\n      let\n        bind a\n        1\n"
      "      comment \"inside\"\n      do\n        call\n          g\n          1\n"
      "      comment \"of the value\"\n      value\n        a\n"
      "      dangling \"behind it\"\n      dangling \"last\"\n");
  CHECK(
      expression_tree("match a {\n  // first\n  1 => b, // b\n  _ => c\n}") ==
      "match\n  a\n  comment \"first\"\n  comment \"b\"\n  arm\n    literal 1\n    b\n  arm\n    _\n    c\n");
}

TEST_CASE("comments of fields, cases, operations and members") {
  CHECK(tree("type A = {\n  /// Its label.\n  pub a: B, // of A\n};\n") ==
        "file\n  type A\n    record\n      comment \"Its label.\"\n      comment \"of A\"\n      pub field "
        "a\n        B\n");
  CHECK(
      tree("type A =\n  | B // b\n  /// c\n  | C;\n") ==
      "file\n  type A\n    variant\n      comment \"b\"\n      case B\n      comment \"c\"\n      case C\n");
  CHECK(tree("impl A {\n  /// d\n  fn d(self);\n  // left\n}\n") ==
        "file\n  comment \"left\"\n  impl\n    for\n      A\n    comment \"d\"\n    fn d\n      parameter "
        "self\n");
}

TEST_CASE("block comments nest and keep their lines") {
  CHECK(tree("/* a\n   /* b */ c */\nconst A: B = 1;\n") ==
        "file\n  comment \"a\\n   /* b */ c\"\n  const A\n    type\n      B\n    1\n");
}

}  // namespace
}  // namespace khora2cpp::syntax
