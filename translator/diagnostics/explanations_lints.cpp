#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation lints_explained[] = {
    {"dangling-expression", "a value that is computed and not used",
     "The statement has a value and no effect, so most likely something is missing: an assignment, a "
     "`return`, or the `;` is one too many.",
     "fn f(n: Int) -> Int { n + 1; n }", "fn f(n: Int) -> Int { let m = n + 1; m }"},
    {"discarded-result", "a `Result` that nobody looks at",
     "The call answers whether it succeeded, and the answer is dropped. Match it, or bind it to `_`.",
     "fn save() -> Result<Int, String> { Result::Ok(3) }\n"
     "fn f() { save(); }",
     "fn save() -> Result<Int, String> { Result::Ok(3) }\n"
     "fn f() { let _ = save(); }"},
    {"inconsistent-constructor", "a value made around its constructor",
     "The type has a constructor that can refuse: it raises, or answers an `Option` or a `Result`. Here a "
     "value is made without it, so nothing was checked. Functions of the type itself and tests may do so.",
     "type Bad = | Outside;\n"
     "type Percent = Int;\n"
     "impl Percent { fn of(n: Int) -> Percent raises Bad { if n > 100 { raise Bad::Outside } Percent(n) } }\n"
     "fn f(n: Int) -> Percent { Percent(n) }",
     "type Bad = | Outside;\n"
     "type Percent = Int;\n"
     "impl Percent { fn of(n: Int) -> Percent raises Bad { if n > 100 { raise Bad::Outside } Percent(n) } }\n"
     "fn f(n: Int) -> Percent raises Bad { Percent::of(n)! }"},
    {"misplaced-main", "a `main` in a file that is no program",
     "Programs are src/main.kh and the files of src/bin. A `main` elsewhere is an ordinary function, which "
     "is rarely meant.",
     "// helper.kh\n"
     "module helper;\n"
     "pub fn main() {}\n"
     "\n"
     "// main.kh\n"
     "module app;\n"
     "pub fn main() {}",
     "// helper.kh\n"
     "module helper;\n"
     "pub fn help() {}\n"
     "\n"
     "// main.kh\n"
     "module app;\n"
     "pub fn main() {}"},
    {"reference-cycle", "records that can hold each other in a circle",
     "Memory is counted. Records that reach themselves through `mut` fields are never released. Break the "
     "circle, or keep one side as an index.",
     "type Node = { mut next: Option<Node> };", "type Node = { next: Option<Node> };"},
    {"undocumented-export", "a public declaration without a comment",
     "Off unless `[lints]` turns it on.",
     "pub fn level() -> Int { 3 }",
     "/// The water level in centimeters.\n"
     "pub fn level() -> Int { 3 }"},
    {"unknown-allow", "a pragma that names no lint",
     "`// @klint allow NAME` silences a lint on the next line; there is no lint of this name.",
     "// @klint allow unused-bindings\n"
     "fn f(depth: Int) -> Int { depth }",
     "fn f(depth: Int) -> Int { depth }"},
    {"unreachable-code", "code that never runs",
     "What stands before it always leaves: a `return`, a `raise`, or a `loop` without `break`.",
     R"(fn f() -> Int { return 1; print("never"); 2 })", R"(fn f() -> Int { print("before"); 1 })"},
    {"unused-binding", "a name that is never read",
     "Names that begin with `_`, and parameters, are left alone.",
     "fn f() -> Int { let depth = 3; 4 }", "fn f() -> Int { let _depth = 3; 4 }"},
    {"unused-capability", "a capability that is never used",
     "The function requires a capability, and nothing in it needs it.",
     "effect Clock { now: () -> Int }\n"
     "fn f() -> Int with { clock: Clock } { 3 }",
     "effect Clock { now: () -> Int }\n"
     "fn f() -> Int with { clock: Clock } { clock.now() }"},
    {"unused-import", "an import that is never used",
     "An import that only makes the fields or operations of a type usable counts as used.",
     "// cranes.kh\n"
     "module cranes;\n"
     "pub fn lift() -> Int { 3 }\n"
     "pub fn lower() -> Int { 2 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import cranes::{lift, lower};\n"
     "fn f() -> Int { lift() }",
     "// cranes.kh\n"
     "module cranes;\n"
     "pub fn lift() -> Int { 3 }\n"
     "pub fn lower() -> Int { 2 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import cranes::{lift};\n"
     "fn f() -> Int { lift() }"},
    {"useless-allow", "a pragma that silences nothing",
     "The lint finds nothing on the next line. Off unless `[lints]` turns it on.",
     "// @klint allow unused-binding\n"
     "fn f() -> Int { 3 }",
     "fn f() -> Int { 3 }"},
};

}  // namespace

std::span<const Explanation> lint_explanations() {
  return lints_explained;
}

}  // namespace khora2cpp::diagnostics
