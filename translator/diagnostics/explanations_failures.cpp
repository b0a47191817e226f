#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation failures_explained[] = {
    {"D501", "a call without its mark",
     "A call that may fail is marked with `!`, so that a reader sees where a function can be left.",
     "type Leak = | Burst;\n"
     "fn probe(n: Int) -> Int raises Leak { if n > 9 { raise Leak::Burst } else { n } }\n"
     "fn f() -> Int raises Leak { probe(2) }",
     "type Leak = | Burst;\n"
     "fn probe(n: Int) -> Int raises Leak { if n > 9 { raise Leak::Burst } else { n } }\n"
     "fn f() -> Int raises Leak { probe(2)! }"},
    {"D502", "a failure that the function does not declare",
     "What leaves a function stands in its `raises` clause. Declare it, or handle it with `catch`.",
     "type Leak = | Burst;\n"
     "fn probe(n: Int) -> Int raises Leak { if n > 9 { raise Leak::Burst } else { n } }\n"
     "pub fn f() -> Int { probe(2)! }",
     "type Leak = | Burst;\n"
     "fn probe(n: Int) -> Int raises Leak { if n > 9 { raise Leak::Burst } else { n } }\n"
     "pub fn f() -> Int raises Leak { probe(2)! }"},
    {"D503", "a function value that may fail where none may",
     "The type of the parameter has no room for this failure. Handle it inside the function, or take a "
     "parameter whose type has a `raises`.",
     "type Leak = | Burst;\n"
     "fn probe(n: Int) -> Int raises Leak { if n > 9 { raise Leak::Burst } else { n } }\n"
     "fn each(g: (Int) -> Int) -> Int { g(1) }\n"
     "fn f() -> Int { each(fn n => probe(n)!) }",
     "type Leak = | Burst;\n"
     "fn probe(n: Int) -> Int raises Leak { if n > 9 { raise Leak::Burst } else { n } }\n"
     "fn each<'er>(g: (Int) -> Int raises 'er) -> Int raises 'er { g(1)! }\n"
     "fn f() -> Int raises Leak { each(fn n => probe(n)!)! }"},
    {"D504", "two failures where one is taken",
     "A `Result` and `attempt` hold one type of failure. Handle the others with `catch`.",
     "type Leak = | Burst;\n"
     "type Fog = | Thick;\n"
     "fn probe() -> Int raises Leak { raise Leak::Burst }\n"
     "fn scan() -> Int raises Fog { raise Fog::Thick }\n"
     "fn f() -> Bool { match attempt(fn () => probe()! + scan()!) { Result::Ok(_) => true, Result::Err(_) => false } }",
     "type Leak = | Burst;\n"
     "type Fog = | Thick;\n"
     "fn probe() -> Int raises Leak { raise Leak::Burst }\n"
     "fn scan() -> Int raises Fog { raise Fog::Thick }\n"
     "fn f() -> Bool { match attempt(fn () => probe()! + (scan()! catch { _ => 0 })) { Result::Ok(_) => true, Result::Err(_) => false } }"},
    {"D505", "one failure in two forms",
     "A row knows a failure by the name of its type, so it holds one instance of a generic type, and one "
     "of two types with the same name. Handle one of them earlier.",
     "type Bad<A> = | Of(A);\n"
     "fn f() -> Int raises Bad<Int> + Bad<String> { raise Bad::Of(3) }",
     "type Bad<A> = | Of(A);\n"
     "fn f() -> Int raises Bad<Int> { raise Bad::Of(3) }"},
    {"D506", "an arm for a failure in two forms",
     "The operand raises two instances of one type, and an arm could not tell them apart. Use `_` alone, "
     "or two catches.",
     "type Bad<A> = | Of(A);\n"
     "fn one() -> Int raises Bad<Int> { raise Bad::Of(3) }\n"
     R"(fn two() -> Int raises Bad<String> { raise Bad::Of("x") })" "\n"
     "fn f() -> Int { (one()! + two()!) catch { Bad::Of(_) => 0 } }",
     "type Bad<A> = | Of(A);\n"
     "fn one() -> Int raises Bad<Int> { raise Bad::Of(3) }\n"
     R"(fn two() -> Int raises Bad<String> { raise Bad::Of("x") })" "\n"
     "fn f() -> Int { (one()! + two()!) catch { _ => 0 } }"},
    {"D507", "a name for failures of several types",
     "A bare name in `catch` binds the failure, so there is one type it can have. Name the cases, or use "
     "`_`.",
     "type Leak = | Burst;\n"
     "type Fog = | Thick;\n"
     "fn both() -> Int raises Leak + Fog { raise Leak::Burst }\n"
     "fn report<A>(why: A) -> Int { 0 }\n"
     "fn f() -> Int { both()! catch { why => report(why) } }",
     "type Leak = | Burst;\n"
     "type Fog = | Thick;\n"
     "fn both() -> Int raises Leak + Fog { raise Leak::Burst }\n"
     "fn f() -> Int { both()! catch { _ => 0 } }"},
    {"D508", "a `catch` that leaves cases out",
     "To name one case of a failure type is to handle that type, so all its cases need an arm.",
     "type Leak = | Slow(mm: Int) | Burst;\n"
     "fn probe() -> Int raises Leak { raise Leak::Slow(2) }\n"
     "fn f() -> Int { probe()! catch { Leak::Burst => 0 } }",
     "type Leak = | Slow(mm: Int) | Burst;\n"
     "fn probe() -> Int raises Leak { raise Leak::Slow(2) }\n"
     "fn f() -> Int { probe()! catch { Leak::Burst => 0, Leak::Slow(mm) => mm } }"},
    {"D509", "an arm for a failure that is not raised",
     "The operand cannot raise this type.",
     "type Leak = | Burst;\n"
     "type Jam = | Stuck;\n"
     "fn probe() -> Int raises Leak { raise Leak::Burst }\n"
     "fn f() -> Int { probe()! catch { Leak::Burst => 1, Jam::Stuck => 0 } }",
     "type Leak = | Burst;\n"
     "fn probe() -> Int raises Leak { raise Leak::Burst }\n"
     "fn f() -> Int { probe()! catch { Leak::Burst => 1 } }"},
    {"D510", "a capability that is missing",
     "The function that is called requires a capability, which is found by its label and its type. Require "
     "it too, or install it.",
     "effect Kiln { heat: () -> Int }\n"
     "fn fire() -> Int with { kiln: Kiln } { kiln.heat() }\n"
     "pub fn f() -> Int { fire() }",
     "effect Kiln { heat: () -> Int }\n"
     "fn fire() -> Int with { kiln: Kiln } { kiln.heat() }\n"
     "pub fn f() -> Int with { kiln: Kiln } { fire() }"},
    {"D511", "a capability of another type",
     "The label is bound here, but to another effect than the one required.",
     "effect Kiln { heat: () -> Int }\n"
     "effect Oven { heat: () -> Int }\n"
     "fn fire() -> Int with { kiln: Kiln } { kiln.heat() }\n"
     "fn f() -> Int with { kiln: Oven } { fire() }",
     "effect Kiln { heat: () -> Int }\n"
     "fn fire() -> Int with { kiln: Kiln } { kiln.heat() }\n"
     "fn f() -> Int with { kiln: Kiln } { fire() }"},
    {"D512", "a handler with the wrong operations",
     "A handler defines every operation of its effect once, and nothing else.",
     "effect Kiln { light: (Int) -> (), heat: () -> Int }\n"
     "const COLD: Kiln = handler for Kiln { heat: fn () => 20 };",
     "effect Kiln { light: (Int) -> (), heat: () -> Int }\n"
     "const COLD: Kiln = handler for Kiln { light: fn _ => (), heat: fn () => 20 };"},
    {"D513", "an installed value that is no handler",
     "`with` installs values of effect types.",
     "effect Kiln { heat: () -> Int }\n"
     "fn fire() -> Int with { kiln: Kiln } { kiln.heat() }\n"
     "fn f() -> Int { fire() with { kiln: 3 } }",
     "effect Kiln { heat: () -> Int }\n"
     "fn fire() -> Int with { kiln: Kiln } { kiln.heat() }\n"
     "fn f(cold: Kiln) -> Int { fire() with { kiln: cold } }"},
    {"D514", "a handler for something that is no effect",
     "`handler for` names an effect.",
     "type Sack = { kilos: Int };\n"
     "fn f() -> Sack { handler for Sack { kilos: 3 } }",
     "type Sack = { kilos: Int };\n"
     "fn f() -> Sack { { kilos: 3 } }"},
    {"D515", "an installation that binds nothing (warning)",
     "A value installed by its type is bound to every label of that type which the code requires. Here "
     "nothing requires one.",
     "effect Kiln { heat: () -> Int }\n"
     R"(fn f(cold: Kiln) { with cold { print("nothing here needs a kiln"); } })",
     "effect Kiln { heat: () -> Int }\n"
     "fn fire() -> Int with { kiln: Kiln } { kiln.heat() }\n"
     "fn f(cold: Kiln) -> Int { with cold { fire() } }"},
    {"D516", "a mark that is not needed (warning)",
     "The call cannot fail.",
     "fn add(a: Int, b: Int) -> Int { a + b }\n"
     "fn f() -> Int { add(1, 2)! }",
     "fn add(a: Int, b: Int) -> Int { a + b }\n"
     "fn f() -> Int { add(1, 2) }"},
};

}  // namespace

std::span<const Explanation> failure_explanations() {
  return failures_explained;
}

}  // namespace khora2cpp::diagnostics
