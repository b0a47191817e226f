#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation names_explained[] = {
    {"D301", "an unknown value",
     "No value of this name is in scope: no local, parameter, capability label, function or "
     "constant of this file, and nothing that it imports. There is no prelude: even `print` is "
     "imported.",
     "fn f() -> Int { depth }", "fn f(depth: Int) -> Int { depth }"},
    {"D302", "an unknown type",
     "No type of this name is declared in this file or imported by it. Only the built-in types, "
     "such as Int and String, need no import; imports hold for one file.",
     "fn f(o: Option<Int>) {}", "import std::core::{Option};\nfn f(o: Option<Int>) {}"},
    {"D303", "a path that leads nowhere",
     "Before `::` stands a type, a trait, an effect or a type parameter in scope. Modules are "
     "named in `module` and `import` alone: import the item and use its own name.",
     "fn f() -> Int { harbor::tides::level() }", "import harbor::tides::{level};\nfn f() -> Int { level() }"},
    {"D304", "an unknown module",
     "No file declares this module. A module's name comes from its `module` line, not from its "
     "path. Programs under src/bin and src/main.kh are compiled without each other, so shared "
     "modules cannot import from them.",
     "import harbor::tidse::{level};", "import harbor::tides::{level};"},
    {"D305", "an item that is missing or private",
     "The module exists, but has no such item, or has it without `pub`.", "import harbor::tides::{grease};",
     "import harbor::tides::{level};"},
    {"D306", "one name imported twice",
     "Two imports give the same name to different things. Rename one with `as`.",
     "import a::{level};\nimport b::{level};", "import a::{level};\nimport b::{level as lock_level};"},
    {"D307", "a name declared twice",
     "Two declarations of this file, or a declaration and an import, have the same name.",
     "fn level() -> Int { 1 }\nfn level() -> Int { 2 }", "fn level() -> Int { 1 }\nfn depth() -> Int { 2 }"},
    {"D308", "a case without its type",
     "Cases are always written with the type they belong to, so that a case is never confused with "
     "a name that is bound.",
     "fn f() -> Option<Int> { Some(3) }", "fn f() -> Option<Int> { Option::Some(3) }"},
    {"D309", "a private field",
     "A field without `pub` belongs to the module that declares its type. Other modules do not "
     "read, assign, name or match it.",
     "fn f(t: Tank) -> String { t.seal }", "fn f(t: Tank) -> String { t.label }"},
    {"D310", "a record that only its module can make",
     "A record with a private field is built in its own module alone, even when only public fields "
     "are named. Call a function of that module, or open every field there.",
     "fn f() -> Tank { { label: \"A\" } }", "fn f() -> Tank { Tank::fresh(\"A\") }"},
    {"D311", "a wrapper whose value is private",
     "What a wrapper holds is private to its module unless it is declared `= pub T`.",
     "fn f() -> Pin { Pin(3) }", "fn f() -> Pin { Pin::of(3) }"},
    {"D312", "a private function or method",
     "Functions and methods without `pub` are called in their own module alone.",
     "fn f(c: Crane) { c.grease() }", "fn f(c: Crane) { c.lift() }"},
    {"D313", "a type that this file does not import",
     "To use the fields of a record or the operations of an effect, the file imports the type.",
     "import quay::{tank};\nfn f() -> Int { tank().liters }",
     "import quay::{Tank, tank};\nfn f() -> Int { tank().liters }"},
    {"D314", "an unknown field or method",
     "The type has no such field and no such method. On a type parameter only the methods of its "
     "bounds exist: add the bound that gives the method.",
     "fn f<A>(a: A) -> String { a.show() }", "fn f<A: Show>(a: A) -> String { a.show() }"},
    {"D315", "a method that several traits have",
     "Several traits that the type implements declare this method. Say which one with "
     "`Trait::method(x)`.",
     "fn f(c: Crate) -> Int { c.weight() }", "fn f(c: Crate) -> Int { Loaded::weight(c) }"},
    {"D316", "an unknown context",
     "Contexts belong to their file and cannot be imported. A handler can be kept in a constant "
     "and imported.",
     "fn f() { with Bakery { bake(); } }",
     "context Bakery { kiln: cold }\nfn f() { with Bakery { bake(); } }"},
    {"D317", "a recursive lambda used in an inner one",
     "A lambda bound by `let` may call itself, but a lambda inside it may not call the outer one. "
     "Write a named function.",
     "fn f() { let go = fn n => each(fn m => go(m)); }", "fn go(n: Int) -> Int { each(fn m => go(m)) }"},
    {"D318", "a name that is not assignable",
     "Only `let mut` names are assigned to. A closure has its own copy of what it captures, taken "
     "when it is made, so it cannot assign to the original.",
     "fn f() { let n = 1; n = 2; }", "fn f() { let mut n = 1; n = 2; }"},
    {"D319", "a field that is not `mut`", "Only fields declared `mut` change after the record was made.",
     "type Tank = { liters: Int };\nfn f(t: Tank) { t.liters = 3; }",
     "type Tank = { mut liters: Int };\nfn f(t: Tank) { t.liters = 3; }"},
    {"D320", "a `_` that stands for nothing",
     "`_` as an argument stands for the value that a pipe hands over: directly among the arguments "
     "of a stage, and once.",
     "fn f(x: Int) -> Int { g(_) }", "fn f(x: Int) -> Int { x |> g(_) }"},
    {"D321", "`break` or `continue` outside of a loop",
     "There is no loop around it, or a list element form, which has no steps to leave. Filter "
     "elements with `if`.",
     "fn f() { break; }", "fn f() { loop { break; } }"},
    {"D322", "constants that need each other",
     "The value of each of these constants mentions the next, so none can be computed.",
     "const A: Int = B;\nconst B: Int = A;", "const A: Int = 1;\nconst B: Int = A;"},
    {"D323", "`assert` outside of a test",
     "`assert` stands in the text of a `test` block. Elsewhere raise a failure.",
     "fn f(n: Int) { assert(n > 0); }", "test \"positive\" { assert(f() > 0); }"},
    {"D324", "a `main` that requires capabilities",
     "Nothing calls `main`, so nothing could supply them. Install them in its body.",
     "pub fn main() with { clock: Clock } { tick(); }",
     "pub fn main() { tick() with { clock: system_clock() }; }"},
    {"D325", "modules that import each other",
     "Imports form a circle. Move what the modules share into a module of its own, or hand a "
     "function over as a value.",
     "module a;\nimport b::{g};   // and b imports a", "module a;\nimport shared::{g};"},
};

}  // namespace

std::span<const Explanation> name_explanations() {
  return names_explained;
}

}  // namespace khora2cpp::diagnostics
