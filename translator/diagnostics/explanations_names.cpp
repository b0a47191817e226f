#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation names_explained[] = {
    {"D301", "an unknown value",
     "No value of this name is in scope: no local, parameter, capability label, function or constant of "
     "this file, and nothing that it imports. There is no prelude: even `print` is imported.",
     "fn f() -> Int { depth }", "fn f(depth: Int) -> Int { depth }"},
    {"D302", "an unknown type",
     "No type of this name is declared in this file or imported by it. Only the built-in types, such as "
     "Int and String, need no import; imports hold for one file.",
     "fn f(depth: Metres) -> Int { 3 }",
     "type Metres = Int;\n"
     "fn f(depth: Metres) -> Int { 3 }"},
    {"D303", "a path that leads nowhere",
     "Before `::` stands a type, a trait, an effect or a type parameter in scope. Modules are named in "
     "`module` and `import` alone: import the item and use its own name.",
     "// tides.kh\n"
     "module harbor::tides;\n"
     "pub fn level() -> Int { 3 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "fn f() -> Int { harbor::tides::level() }",
     "// tides.kh\n"
     "module harbor::tides;\n"
     "pub fn level() -> Int { 3 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import harbor::tides::{level};\n"
     "fn f() -> Int { level() }"},
    {"D304", "an unknown module",
     "No file declares this module. A module's name comes from its `module` line, not from its path. "
     "Programs under src/bin and src/main.kh are compiled without each other, so shared modules cannot "
     "import from them.",
     "// tides.kh\n"
     "module harbor::tides;\n"
     "pub fn level() -> Int { 3 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import harbor::tidse::{level};\n"
     "fn f() -> Int { level() }",
     "// tides.kh\n"
     "module harbor::tides;\n"
     "pub fn level() -> Int { 3 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import harbor::tides::{level};\n"
     "fn f() -> Int { level() }"},
    {"D305", "an item that is missing or private",
     "The module exists, but has no such item, or has it without `pub`.",
     "// cranes.kh\n"
     "module quay::cranes;\n"
     "pub fn lift() -> Int { grease() }\n"
     "fn grease() -> Int { 1 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import quay::cranes::{grease};\n"
     "fn f() -> Int { grease() }",
     "// cranes.kh\n"
     "module quay::cranes;\n"
     "pub fn lift() -> Int { grease() }\n"
     "fn grease() -> Int { 1 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import quay::cranes::{lift};\n"
     "fn f() -> Int { lift() }"},
    {"D306", "one name imported twice",
     "Two imports give the same name to different things. Rename one with `as`.",
     "// sea.kh\n"
     "module sea;\n"
     "pub fn level() -> Int { 3 }\n"
     "\n"
     "// lock.kh\n"
     "module lock;\n"
     "pub fn level() -> Int { 5 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import sea::{level};\n"
     "import lock::{level};\n"
     "fn f() -> Int { level() }",
     "// sea.kh\n"
     "module sea;\n"
     "pub fn level() -> Int { 3 }\n"
     "\n"
     "// lock.kh\n"
     "module lock;\n"
     "pub fn level() -> Int { 5 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import sea::{level};\n"
     "import lock::{level as lock_level};\n"
     "fn f() -> Int { level() - lock_level() }"},
    {"D307", "a name declared twice",
     "Two declarations of this file, or a declaration and an import, have the same name; or two parts of one "
     "declaration have, such as fields, parameters and labels.",
     "fn level() -> Int { 1 }\n"
     "fn level() -> Int { 2 }",
     "fn level() -> Int { 1 }\n"
     "fn depth() -> Int { 2 }"},
    {"D308", "a case without its type",
     "Cases are always written with the type they belong to, so that a case is never confused with a name "
     "that is bound.",
     "fn f() -> Option<Int> { Some(3) }", "fn f() -> Option<Int> { Option::Some(3) }"},
    {"D309", "a private field",
     "A field without `pub` belongs to the module that declares its type. Other modules do not read, "
     "assign, name or match it.",
     "// tanks.kh\n"
     "module tanks;\n"
     "pub type Tank = { pub label: String, seal: String };\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import tanks::{Tank};\n"
     "fn f(t: Tank) -> String { t.seal }",
     "// tanks.kh\n"
     "module tanks;\n"
     "pub type Tank = { pub label: String, seal: String };\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import tanks::{Tank};\n"
     "fn f(t: Tank) -> String { t.label }"},
    {"D310", "a record that only its module can make",
     "A record with a private field is built in its own module alone, even when only public fields are "
     "named. Call a function of that module, or open every field there.",
     "// tanks.kh\n"
     "module tanks;\n"
     "pub type Tank = { pub label: String, liters: Int };\n"
     "impl Tank { pub fn fresh(label: String) -> Tank { { label: label, liters: 0 } } }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import tanks::{Tank};\n"
     R"(fn f() -> Tank { { label: "A" } })",
     "// tanks.kh\n"
     "module tanks;\n"
     "pub type Tank = { pub label: String, liters: Int };\n"
     "impl Tank { pub fn fresh(label: String) -> Tank { { label: label, liters: 0 } } }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import tanks::{Tank};\n"
     R"(fn f() -> Tank { Tank::fresh("A") })"},
    {"D311", "a wrapper whose value is private",
     "What a wrapper holds is private to its module unless it is declared `= pub T`.",
     "// locks.kh\n"
     "module locks;\n"
     "pub type Pin = Int;\n"
     "impl Pin { pub fn of(code: Int) -> Pin { Pin(code) } }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import locks::{Pin};\n"
     "fn f() -> Pin { Pin(3) }",
     "// locks.kh\n"
     "module locks;\n"
     "pub type Pin = Int;\n"
     "impl Pin { pub fn of(code: Int) -> Pin { Pin(code) } }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import locks::{Pin};\n"
     "fn f() -> Pin { Pin::of(3) }"},
    {"D312", "a private function or method",
     "Functions and methods without `pub` are called in their own module alone.",
     "// cranes.kh\n"
     "module cranes;\n"
     "pub type Crane = | Idle;\n"
     "impl Crane {\n"
     "  pub fn lift(self) -> Int { self.grease() }\n"
     "  fn grease(self) -> Int { 1 }\n"
     "}\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import cranes::{Crane};\n"
     "fn f(c: Crane) -> Int { c.grease() }",
     "// cranes.kh\n"
     "module cranes;\n"
     "pub type Crane = | Idle;\n"
     "impl Crane {\n"
     "  pub fn lift(self) -> Int { self.grease() }\n"
     "  fn grease(self) -> Int { 1 }\n"
     "}\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import cranes::{Crane};\n"
     "fn f(c: Crane) -> Int { c.lift() }"},
    {"D313", "a type that this file does not import",
     "To use the fields of a record or the operations of an effect, the file imports the type.",
     "// tanks.kh\n"
     "module tanks;\n"
     "pub type Tank = { pub liters: Int };\n"
     "pub fn tank() -> Tank { { liters: 3 } }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import tanks::{tank};\n"
     "fn f() -> Int { tank().liters }",
     "// tanks.kh\n"
     "module tanks;\n"
     "pub type Tank = { pub liters: Int };\n"
     "pub fn tank() -> Tank { { liters: 3 } }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import tanks::{Tank, tank};\n"
     "fn f() -> Int { tank().liters }"},
    {"D314", "an unknown field or method",
     "The type has no such field and no such method. On a type parameter only the methods of its bounds "
     "exist: add the bound that gives the method.",
     "fn f<A>(a: A) -> String { a.show() }", "fn f<A: Show>(a: A) -> String { a.show() }"},
    {"D315", "a method that several traits have",
     "Several traits that the type implements declare this method. Say which one with `Trait::method(x)`.",
     "trait Loaded { fn weight(self) -> Int; }\n"
     "trait Empty { fn weight(self) -> Int; }\n"
     "type Crate = { kilos: Int };\n"
     "impl Loaded for Crate { fn weight(self) -> Int { self.kilos } }\n"
     "impl Empty for Crate { fn weight(self) -> Int { 2 } }\n"
     "fn f(c: Crate) -> Int { c.weight() }",
     "trait Loaded { fn weight(self) -> Int; }\n"
     "trait Empty { fn weight(self) -> Int; }\n"
     "type Crate = { kilos: Int };\n"
     "impl Loaded for Crate { fn weight(self) -> Int { self.kilos } }\n"
     "impl Empty for Crate { fn weight(self) -> Int { 2 } }\n"
     "fn f(c: Crate) -> Int { Loaded::weight(c) }"},
    {"D316", "an unknown context",
     "Contexts belong to their file and cannot be imported. A handler can be kept in a constant and "
     "imported.",
     "effect Kiln { heat: () -> Int }\n"
     "fn bake() -> Int with { kiln: Kiln } { kiln.heat() }\n"
     "fn f() -> Int { with Bakery { bake() } }",
     "effect Kiln { heat: () -> Int }\n"
     "context Bakery { kiln: handler for Kiln { heat: fn () => 20 } }\n"
     "fn bake() -> Int with { kiln: Kiln } { kiln.heat() }\n"
     "fn f() -> Int { with Bakery { bake() } }"},
    {"D317", "a recursive lambda used in an inner one",
     "A lambda bound by `let` may call itself, but a lambda inside it may not call the outer one. Write a "
     "named function.",
     "fn each(g: (Int) -> Int) -> Int { g(1) }\n"
     "fn f() -> Int { let go = fn n => each(fn m => go(m - n)); go(3) }",
     "fn each(g: (Int) -> Int) -> Int { g(1) }\n"
     "fn go(n: Int) -> Int { each(fn m => go(m - n)) }\n"
     "fn f() -> Int { go(3) }"},
    {"D318", "a name that is not assignable",
     "Only `let mut` names are assigned to. A closure has its own copy of what it captures, taken when it "
     "is made, so it cannot assign to the original.",
     "fn f() -> Int { let n = 1; n = 2; n }", "fn f() -> Int { let mut n = 1; n = 2; n }"},
    {"D319", "a field that is not `mut`",
     "Only fields declared `mut` change after the record was made.",
     "type Tank = { liters: Int };\n"
     "fn f(t: Tank) { t.liters = 3; }",
     "type Tank = { mut liters: Int };\n"
     "fn f(t: Tank) { t.liters = 3; }"},
    {"D320", "a `_` that stands for nothing",
     "`_` as an argument stands for the value that a pipe hands over: directly among the arguments of a "
     "stage, and once.",
     "fn g(x: Int) -> Int { x }\n"
     "fn f() -> Int { g(_) }",
     "fn g(x: Int) -> Int { x }\n"
     "fn f(x: Int) -> Int { x |> g(_) }"},
    {"D321", "`break` or `continue` outside of a loop",
     "There is no loop around it, or a list element form, which has no steps to leave. Filter elements "
     "with `if`.",
     "fn f() { break; }", "fn f() { loop { break; } }"},
    {"D322", "constants that need each other",
     "The value of each of these constants mentions the next, itself or in a function that is called, so none "
     "can be computed.",
     "const A: Int = B;\n"
     "const B: Int = A;",
     "const A: Int = 1;\n"
     "const B: Int = A;"},
    {"D323", "`assert` outside of a test",
     "`assert` stands in the text of a `test` block. Elsewhere raise a failure.",
     "fn f(n: Int) -> Int { assert(n > 0); n }",
     "fn f(n: Int) -> Int { n }\n"
     R"(test "positive" { assert(f(3) > 0); })"},
    {"D324", "a `main` that requires capabilities",
     "Nothing calls `main`, so nothing could supply them. Install them in its body.",
     "effect Clock { now: () -> Int }\n"
     "pub fn main() -> Int with { clock: Clock } { clock.now() }",
     "effect Clock { now: () -> Int }\n"
     "fn time() -> Int with { clock: Clock } { clock.now() }\n"
     "pub fn main() -> Int { time() with { clock: handler for Clock { now: fn () => 3 } } }"},
    {"D325", "modules that import each other",
     "Imports form a circle. Move what the modules share into a module of its own, or hand a function over "
     "as a value.",
     "// a.kh\n"
     "module a;\n"
     "import b::{g};\n"
     "pub fn f(n: Int) -> Int { g(n) }\n"
     "pub fn twice(n: Int) -> Int { n + n }\n"
     "\n"
     "// main.kh\n"
     "module b;\n"
     "import a::{twice};\n"
     "pub fn g(n: Int) -> Int { twice(n) }",
     "// shared.kh\n"
     "module shared;\n"
     "pub fn twice(n: Int) -> Int { n + n }\n"
     "\n"
     "// a.kh\n"
     "module a;\n"
     "import b::{g};\n"
     "pub fn f(n: Int) -> Int { g(n) }\n"
     "\n"
     "// main.kh\n"
     "module b;\n"
     "import shared::{twice};\n"
     "pub fn g(n: Int) -> Int { twice(n) }"},
};

}  // namespace

std::span<const Explanation> name_explanations() {
  return names_explained;
}

}  // namespace khora2cpp::diagnostics
