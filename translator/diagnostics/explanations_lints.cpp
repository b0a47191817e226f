#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation lints_explained[] = {
    {"dangling-expression", "a value that is computed and not used",
     "The statement has a value and no effect, so most likely something is missing: an assignment, "
     "a `return`, or the `;` is one too many.",
     "fn f(n: Int) -> Int { n + 1; n }", "fn f(n: Int) -> Int { let m = n + 1; m }"},
    {"discarded-result", "a `Result` that nobody looks at",
     "The call answers whether it succeeded, and the answer is dropped. Match it, or bind it to "
     "`_`.",
     "fn f() { save(); }", "fn f() { let _ = save(); }"},
    {"inconsistent-constructor", "functions that make one type in different ways",
     "Some functions of the module make the record with a check or a default that others leave "
     "out.",
     "", ""},
    {"misplaced-main", "a `main` in a file that is no program",
     "Programs are src/main.kh and the files of src/bin. A `main` elsewhere is an ordinary "
     "function, which is rarely meant.",
     "", ""},
    {"reference-cycle", "records that can hold each other in a circle",
     "Memory is counted. Records that reach themselves through `mut` fields are never released. "
     "Break the circle, or keep one side as an index.",
     "type Node = { mut next: Option<Node> };", "type Node = { next: Option<Node> };"},
    {"undocumented-export", "a public declaration without a comment", "Off unless `[lints]` turns it on.",
     "pub fn level() -> Int { 3 }", "/// The water level in centimeters.\npub fn level() -> Int { 3 }"},
    {"unknown-allow", "a pragma that names no lint",
     "`// @klint allow NAME` silences a lint on the next line; there is no lint of this name.",
     "// @klint allow unused-imports\nimport a::{b};", "// @klint allow unused-import\nimport a::{b};"},
    {"unreachable-code", "code that never runs",
     "What stands before it always leaves: a `return`, a `raise`, or a `loop` without `break`.",
     "fn f() -> Int { return 1; print(\"never\"); 2 }", "fn f() -> Int { print(\"before\"); 1 }"},
    {"unused-binding", "a name that is never read",
     "Names that begin with `_`, and parameters, are left alone.", "fn f() -> Int { let depth = 3; 4 }",
     "fn f() -> Int { let _depth = 3; 4 }"},
    {"unused-capability", "a capability that is never used",
     "The function requires a capability, and nothing in it needs it.",
     "fn f() -> Int with { clock: Clock } { 3 }", "fn f() -> Int { 3 }"},
    {"unused-import", "an import that is never used",
     "An import that only makes the fields or operations of a type usable counts as used.",
     "import quay::{Crane};\nfn f() {}", "fn f() {}"},
    {"useless-allow", "a pragma that silences nothing",
     "The lint finds nothing on the next line. Off unless `[lints]` turns it on.",
     "// @klint allow unused-binding\nfn f() -> Int { 3 }", "fn f() -> Int { 3 }"},
};

}  // namespace

std::span<const Explanation> lint_explanations() {
  return lints_explained;
}

}  // namespace khora2cpp::diagnostics
