#include <catch2/catch.hpp>

#include "syntax/parse_text.hpp"

namespace khora2cpp::syntax {
namespace {

TEST_CASE("operators group by level and associativity") {
  CHECK(expression_tree("a + b * c - d") == "-\n  +\n    a\n    *\n      b\n      c\n  d\n");
  CHECK(expression_tree("a || b && c == d") == "||\n  a\n  &&\n    b\n    ==\n      c\n      d\n");
  CHECK(expression_tree("a = b = c") == "=\n  a\n  =\n    b\n    c\n");
  CHECK(expression_tree("x = a |> b") == "=\n  x\n  |>\n    a\n    b\n");
  CHECK(expression_tree("a < b < c") == "<\n  <\n    a\n    b\n  c\n");
}

TEST_CASE("prefix binds looser than postfix") {
  CHECK(expression_tree("-a.b()") == "negate\n  call\n    .b\n      a\n");
  CHECK(expression_tree("!f()!") == "not\n  !\n    call\n      f\n");
  CHECK(expression_tree("- -5") == "negate\n  negate\n    5\n");
  CHECK(expression_tree("f()!=x") == "!=\n  call\n    f\n  x\n");
}

TEST_CASE("a flow takes the stages that follow") {
  CHECK(expression_tree("||> a + 1 |> b") == "||>\n  +\n    a\n    1\n  b\n");
  CHECK(expression_tree("x |> f(||> a |> b)") == "|>\n  x\n  call\n    f\n    ||>\n      a\n      b\n");
}

TEST_CASE("the body of a lambda goes on, unless it is a block") {
  CHECK(expression_tree("fn x => x |> f") == "lambda\n  parameter x\n  |>\n    x\n    f\n");
  CHECK(expression_tree("fn x => { x } |> g") ==
        "|>\n  lambda\n    parameter x\n    block\n      value\n        x\n  g\n");
  CHECK(expression_tree("fn x => { x }(3)") ==
        "call\n  lambda\n    parameter x\n    block\n      value\n        x\n  3\n");
  CHECK(expression_tree("fn () => {}") == "lambda\n  record\n");
}

TEST_CASE("braces are records or blocks by what they begin with") {
  CHECK(expression_tree("{ mass: 3 }") == "record\n  mass:\n    3\n");
  CHECK(expression_tree("{ ..a, b: 1 }") == "record\n  base\n    a\n  b:\n    1\n");
  CHECK(expression_tree("{ mill(); 3 }") == "block\n  do\n    call\n      mill\n  value\n    3\n");
  CHECK(expression_tree("if c {} else {}") == "if\n  c\n  block\n  block\n");
  CHECK(expression_tree("match (a) { _ => {} }") == "match\n  parens\n    a\n  arm\n    _\n    record\n");
}

TEST_CASE("a block-like statement ends without a semicolon") {
  CHECK(body_tree("if a { b(); }\n!ready(n);\nn") ==
        "block\n"
        "      do\n        if\n          a\n          block\n            do\n              call\n            "
        "    b\n"
        "      do\n        not\n          call\n            ready\n            n\n"
        "      value\n        n\n");
  CHECK(body_tree("if a { b }\n-1") ==
        "block\n      value\n        -\n          if\n            a\n            block\n              "
        "value\n                b\n"
        "          1\n");
  CHECK(
      body_tree("{ a }\nwith K { b; }\nc;") ==
      "block\n      do\n        block\n          value\n            a\n"
      "      do\n        with block\n          install K\n          block\n            do\n              b\n"
      "      do\n        c\n");
}

TEST_CASE("`with` reads a list of capabilities") {
  CHECK(expression_tree("f((g() with Kiln), x)") ==
        "call\n  f\n  parens\n    with\n      call\n        g\n      install Kiln\n  x\n");
  CHECK(expression_tree("f(g() with Kiln, x)") ==
        "call\n  f\n  with\n    call\n      g\n    install Kiln\n    install x\n");
  CHECK(expression_tree("f(g() with Kiln, label: x)") ==
        "call\n  f\n  with\n    call\n      g\n    install Kiln\n  label:\n    x\n");
  CHECK(expression_tree("g() with A, B { c: d }") ==
        "with\n  call\n    g\n  install A\n  install B\n  install record\n    c:\n      d\n");
}

TEST_CASE("arms need no commas") {
  CHECK(expression_tree("match n { 1 => a 2 => { b } (x, _) => c, T::C(y) if y => d }") ==
        "match\n  n\n  arm\n    literal 1\n    a\n  arm\n    literal 2\n    block\n      value\n        b\n"
        "  arm\n    tuple\n      bind x\n      _\n    c\n"
        "  arm\n    case T::C()\n      bind y\n    guard\n      y\n    d\n");
}

TEST_CASE("list elements may be forms") {
  CHECK(expression_tree("[1, if a => b else c, for k in ks => k, ..d, if e { f } else { g }]") ==
        "list\n  1\n  if element\n    a\n    b\n    c\n  for element\n    bind k\n    ks\n    k\n  spread\n  "
        "  d\n"
        "  if\n    e\n    block\n      value\n        f\n    block\n      value\n        g\n");
  CHECK(expression_tree("[if a => if b => c else d]") ==
        "list\n  if element\n    a\n    if element\n      b\n      c\n      d\n");
}

TEST_CASE("a clause belongs to the nearest arrow before it") {
  CHECK(type_tree("A -> B -> C with 'e") ==
        "function\n  A\n  result\n    function\n      B\n      result\n        C\n      with\n        'e\n");
  CHECK(type_tree("(A, B) -> C raises E + 'er") ==
        "function\n  A\n  B\n  result\n    C\n  raises\n    sum\n      E\n      'er\n");
  CHECK(type_tree("() -> C") == "function\n  result\n    C\n");
  CHECK(type_tree("((A, B)) -> C") == "function\n  tuple\n    A\n    B\n  result\n    C\n");
  CHECK(type_tree("(A,) -> C") == "function\n  A\n  result\n    C\n");
}

TEST_CASE("tuples and groups") {
  CHECK(type_tree("(A,)") == "tuple\n  A\n");
  CHECK(type_tree("(A)") == "A\n");
  CHECK(type_tree("()") == "tuple\n");
  CHECK(expression_tree("(a,)") == "tuple\n  a\n");
  CHECK(expression_tree("()") == "tuple\n");
}

TEST_CASE("rows") {
  CHECK(type_tree("Task<Int, { Jam }>") == "Task<>\n  Int\n  row\n    tail\n      Jam\n");
  CHECK(type_tree("{ 'ef | a: A, b: B }") == "row\n  a:\n    A\n  b:\n    B\n  tail\n    'ef\n");
  CHECK(type_tree("{ a: A | 'ef }") == "row\n  a:\n    A\n  tail\n    'ef\n");
}

TEST_CASE("the clause of a declaration") {
  const auto parsed = parse_text("fn pick() -> (Int -> Bool) with { oven: Oven } { 1 }\n");
  CHECK(parsed->errors().empty());
  const auto& function = std::get<FunctionDecl>(parsed->file->items.at(0).node);
  CHECK(function.with != nullptr);
  CHECK(std::holds_alternative<FunctionType>(function.result->node));
}

TEST_CASE("spans cover the text of a node") {
  const std::string text = "const X: Int = f(1) + g(2)!;\n";
  const auto parsed = parse_text(text);
  const auto& value = *std::get<ConstDecl>(parsed->file->items.at(0).node).value;
  CHECK(parsed->sources.text(value.span) == "f(1) + g(2)!");
  const auto& binary = std::get<BinaryExpr>(value.node);
  CHECK(parsed->sources.text(binary.right->span) == "g(2)!");
  CHECK(parsed->sources.text(binary.op_span) == "+");
  CHECK(parsed->sources.text(parsed->file->items[0].span) == "const X: Int = f(1) + g(2)!;");
}

}  // namespace
}  // namespace khora2cpp::syntax
