#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation parsing_explained[] = {
    {"D201", "a bracket without its partner",
     "A bracket is never closed, or closes nothing. When a `}` is missing, the brace is found by the "
     "indentation of the lines.",
     "fn f(n: Int) -> Int {\n"
     "  if n > 3 {\n"
     "    n\n"
     "  else { 0 }\n"
     "}",
     "fn f(n: Int) -> Int {\n"
     "  if n > 3 {\n"
     "    n\n"
     "  } else { 0 }\n"
     "}"},
    {"D202", "a reserved word as a name",
     "`where`, `yield`, `macro`, `unsafe` and `unstable` mean nothing today and are held back, so nothing "
     "may be called so.",
     "fn f() -> Int { let yield = 1; yield }", "fn f() -> Int { let harvest = 1; harvest }"},
    {"D203", "`export` instead of `pub`",
     "What other modules may use is marked with `pub`.",
     "export fn f() {}", "pub fn f() {}"},
    {"D204", "a word of another language",
     "The word would be an ordinary name in Khora and declares nothing. Types are declared with `type`, "
     "interfaces with `trait`, functions with `fn`, values with `let` inside and `const` outside of "
     "functions. `async` has no counterpart: a function that waits looks like any other.",
     "struct Spot { x: Int }", "type Spot = { x: Int };"},
    {"D205", "`let` outside of a function",
     "Between declarations a value is named by a constant.",
     "let limit = 3;", "const LIMIT: Int = 3;"},
    {"D206", "a constant that is `mut`",
     "There are no variables outside of functions. What changes over time is kept in a cell, such as "
     "`Shared`, that is handed to the functions which need it.",
     "const mut COUNT: Int = 0;", "const START: Int = 0;"},
    {"D207", "an import without braces",
     "An import names the module and, in braces, what it takes from it, even for a single name.",
     "// tides.kh\n"
     "module harbor::tides;\n"
     "pub fn level() -> Int { 3 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import harbor::tides::level;\n"
     "fn f() -> Int { level() }",
     "// tides.kh\n"
     "module harbor::tides;\n"
     "pub fn level() -> Int { 3 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import harbor::tides::{level};\n"
     "fn f() -> Int { level() }"},
    {"D208", "a glob import",
     "Every imported name is written down, so that a reader finds where each comes from.",
     "// tides.kh\n"
     "module harbor::tides;\n"
     "pub fn level() -> Int { 3 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import harbor::tides::*;\n"
     "fn f() -> Int { level() }",
     "// tides.kh\n"
     "module harbor::tides;\n"
     "pub fn level() -> Int { 3 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import harbor::tides::{level};\n"
     "fn f() -> Int { level() }"},
    {"D209", "`derive` at the wrong place",
     "`derive(...)` stands directly before a type, and before its `pub`.",
     "pub derive(Eq) type Sack = Int;", "derive(Eq) pub type Sack = Int;"},
    {"D210", "a word that `pub` does not go with",
     "`pub` goes with type, trait, effect, row, context, fn, extern fn and const. An `impl` is as visible "
     "as its trait and type; imports are never passed on.",
     "type Sack = { kilos: Int };\n"
     "pub impl Sack { pub fn weight(self) -> Int { self.kilos } }",
     "type Sack = { kilos: Int };\n"
     "impl Sack { pub fn weight(self) -> Int { self.kilos } }"},
    {"D211", "a `;` that ends nothing",
     "A declaration that ends with `}` takes no `;`.",
     "fn f() {};", "fn f() {}"},
    {"D212", "an `impl` without `for`",
     "The trait and the type it is implemented for are separated by `for`.",
     "type Rank = | Mate | Master;\n"
     R"(impl Show Rank { fn show(self) -> String { "rank" } })",
     "type Rank = | Mate | Master;\n"
     R"(impl Show for Rank { fn show(self) -> String { "rank" } })"},
    {"D213", "a body that is not a block",
     "The body of a function is a block, without `=` or `=>` before it.",
     "fn f() -> Int = 3;", "fn f() -> Int { 3 }"},
    {"D214", "clauses in the wrong number or order",
     "A function has at most one `with` clause and at most one `raises` clause, in this order. "
     "Capabilities are joined in one row, failures with `+`.",
     "effect Mill { turn: () -> Int }\n"
     "type Jam = | Stuck;\n"
     "fn grind() -> Int raises Jam with { mill: Mill } { mill.turn() }",
     "effect Mill { turn: () -> Int }\n"
     "type Jam = | Stuck;\n"
     "fn grind() -> Int with { mill: Mill } raises Jam { mill.turn() }"},
    {"D215", "a row that is no row",
     "A row is a set of labelled capabilities in braces.",
     "effect Clock { now: () -> Int }\n"
     "row Tools = Clock;",
     "effect Clock { now: () -> Int }\n"
     "row Tools = { clock: Clock };"},
    {"D216", "a `pub` that means nothing",
     "The entries of a row, the payload of a case and the operations of an effect have no visibility of "
     "their own. In a record each field is marked. To hide what a type is made of, leave its fields "
     "private or wrap it in a type of its own.",
     "type Tank = pub { liters: Int };", "type Tank = { pub liters: Int };"},
    {"D217", "a `mut` that means nothing",
     "Only the fields of a record are assigned to, so only they may be `mut`.",
     "effect Clock { now: () -> Int }\n"
     "row Tools = { mut clock: Clock };",
     "effect Clock { now: () -> Int }\n"
     "row Tools = { clock: Clock };"},
    {"D218", "`_` as a label",
     "A label is the name of a parameter. A parameter `_` is passed without a label.",
     "fn g(_: Int) -> Int { 1 }\n"
     "fn f() -> Int { g(_: 3) }",
     "fn g(_: Int) -> Int { 1 }\n"
     "fn f() -> Int { g(3) }"},
    {"D219", "a label without an argument",
     "Behind a label and its colon stands the argument.",
     "fn g(n: Int) -> Int { n }\n"
     "fn f() -> Int { g(n: ) }",
     "fn g(n: Int) -> Int { n }\n"
     "fn f() -> Int { g(n: 3) }"},
    {"D220", "several parameters without parentheses",
     "A lambda of one parameter needs no parentheses; all others do.",
     "const ADD: (Int, Int) -> Int = fn a, b => a + b;",
     "const ADD: (Int, Int) -> Int = fn (a, b) => a + b;"},
    {"D221", "a list element outside of a list",
     "`if c => x` and `for x in xs => e` make elements of a list and stand directly between its brackets. "
     "Elsewhere write the statement with a block.",
     "fn f(wet: Bool) -> List<Int> { [(if wet => 2)] }", "fn f(wet: Bool) -> List<Int> { [if wet => 2] }"},
    {"D222", "three dots",
     "A spread is written with two dots.",
     "fn f(xs: List<Int>) -> List<Int> { [1, ...xs] }", "fn f(xs: List<Int>) -> List<Int> { [1, ..xs] }"},
    {"D223", "an element form without its value",
     "Behind `=>`, `else` and `..` of a list element stands a value.",
     "fn f(wet: Bool) -> List<Int> { [if wet =>] }", "fn f(wet: Bool) -> List<Int> { [if wet => 2] }"},
    {"D224", "a flow without a stage",
     "`||>` makes a function of the stages behind it and needs at least one.",
     "fn mix(n: Int) -> Int { n + 1 }\n"
     "fn f() -> Int { let bake = ||>; bake(2) }",
     "fn mix(n: Int) -> Int { n + 1 }\n"
     "fn f() -> Int { let bake = ||> mix |> mix; bake(2) }"},
    {"D225", "a missing part of an expression",
     "Something stands where an operand, a condition, a value or a body is expected. In the head of `if`, "
     "`while`, `match` and `for` a `{` begins the block, so a record or a block that belongs to the head "
     "needs parentheses.",
     "type Load = { mass: Int };\n"
     "fn f() -> Int { match { mass: 3 } { Load { mass } => mass } }",
     "type Load = { mass: Int };\n"
     "fn f() -> Int { match ({ mass: 3 }) { Load { mass } => mass } }"},
    {"D226", "a `for` without `in`",
     "A loop is written `for pattern in iterable { ... }`.",
     R"(fn f(xs: List<Int>) { for x xs { print("${x}"); } })",
     "import std::core::{Iterator, Step};\n"
     R"(fn f(xs: List<Int>) { for x in xs { print("${x}"); } })"},
    {"D227", "an `else` at the wrong place",
     "`else` stands right behind the `}` of its `if`, and is followed by `{` or `if`.",
     "fn f(c: Bool) -> Int { if c { 1 } else 2 }", "fn f(c: Bool) -> Int { if c { 1 } else { 2 } }"},
    {"D228", "an incomplete handler",
     "A handler is written `handler for Effect { operation: function }`. It names the bare effect, without "
     "type arguments.",
     "effect Kiln { heat: () -> Int }\n"
     "const KILN: Kiln = handler Kiln { heat: fn () => 3 };",
     "effect Kiln { heat: () -> Int }\n"
     "const KILN: Kiln = handler for Kiln { heat: fn () => 3 };"},
    {"D229", "an incomplete `with`",
     "`with` is followed by what it installs: the name of a context or a record of capabilities; at the "
     "start of an expression a block follows. Braces that could be a record are read as one: `with Kiln "
     "{}` installs nothing more and still needs its block.",
     "effect Kiln { heat: () -> Int }\n"
     "context Kilns { kiln: handler for Kiln { heat: fn () => 3 } }\n"
     "fn bake() -> Int with { kiln: Kiln } { kiln.heat() }\n"
     "fn f() -> Int { with Kilns; bake() }",
     "effect Kiln { heat: () -> Int }\n"
     "context Kilns { kiln: handler for Kiln { heat: fn () => 3 } }\n"
     "fn bake() -> Int with { kiln: Kiln } { kiln.heat() }\n"
     "fn f() -> Int { with Kilns { bake() } }"},
    {"D230", "something else was expected",
     "What stands here fits nowhere in the grammar. The message tells what could stand instead. Most often "
     "a `;`, a `,` or a name is missing just before.",
     "fn f() -> Int { let a = 1 a }", "fn f() -> Int { let a = 1; a }"},
    {"D231", "an expression that nests too deeply or is too long",
     "Expressions nest some two hundred levels, and chains of operators are some ten thousands long. Name "
     "parts with `let` or move them into functions. Generated tables are better written as lists.",
     "fn f(wet: Bool) -> Bool { !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!wet }",
     "fn f(wet: Bool) -> Bool { !wet }"},
    {"D232", "no index operator, no numbered parts",
     "Lists are read with methods that answer an `Option`, and tuples are taken apart by patterns.",
     "fn f(t: (Int, Int)) -> Int { t.0 }", "fn f(t: (Int, Int)) -> Int { let (a, _) = t; a }"},
    {"D233", "a pattern that does not exist",
     "A pattern is `_`, a name, a literal without a sign, a case, a record or a tuple. There are no "
     "alternatives, ranges, second names or rests; a guard says what a pattern cannot.",
     "fn f(n: Int) -> Int { match n { 1 | 2 => 0, _ => 1 } }",
     "fn f(n: Int) -> Int { match n { m if m == 1 || m == 2 => 0, _ => 1 } }"},
    {"D234", "an operator that does not exist",
     "There are no operators that assign and compute in one, none that count, and none on bits.",
     "fn f() { let mut n = 1; n += 1; }", "fn f() { let mut n = 1; n = n + 1; }"},
};

}  // namespace

std::span<const Explanation> parsing_explanations() {
  return parsing_explained;
}

}  // namespace khora2cpp::diagnostics
