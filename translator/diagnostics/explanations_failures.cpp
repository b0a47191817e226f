#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation failures_explained[] = {
    {"D501", "a call without its mark",
     "A call that may fail is marked with `!`, so that a reader sees where a function can be left.",
     "fn f() -> Int raises Leak { probe(2) }", "fn f() -> Int raises Leak { probe(2)! }"},
    {"D502", "a failure that the function does not declare",
     "What leaves a function stands in its `raises` clause. Declare it, or handle it with `catch`.",
     "fn f() -> Int { probe(2)! }", "fn f() -> Int raises Leak { probe(2)! }"},
    {"D503", "a function value that may fail where none may",
     "The type of the parameter has no room for this failure. Handle it inside the function, or "
     "take a parameter whose type has a `raises`.",
     "fn each(f: (Int) -> Int) -> Int { f(1) }\nfn g() -> Int { each(fn n => probe(n)!) }",
     "fn each<'er>(f: (Int) -> Int raises 'er) -> Int raises 'er { f(1)! }\n"
     "fn g() -> Int raises Leak { each(fn n => probe(n)!)! }"},
    {"D504", "two failures where one is taken",
     "A `Result` and `attempt` hold one type of failure. Handle the others with `catch`.",
     "fn f() { attempt(fn () => { probe(4)!; scan()! }); }",
     "fn f() { attempt(fn () => { probe(4)!; scan()! catch { _ => 0 } }); }"},
    {"D505", "one failure in two forms",
     "A row knows a failure by the name of its type, so it holds one instance of a generic type, "
     "and one of two types with the same name. Handle one of them earlier.",
     "fn f() raises Bad<Int> + Bad<String> {}", "fn f() raises Bad<Int> {}"},
    {"D506", "an arm for a failure in two forms",
     "The operand raises two instances of one type, and an arm could not tell them apart. Use `_` "
     "alone, or two catches.",
     "fn f() -> Int { both()! catch { Bad::Of(x) => 0 } }", "fn f() -> Int { both()! catch { _ => 0 } }"},
    {"D507", "a name for failures of several types",
     "A bare name in `catch` binds the failure, so there is one type it can have. Name the cases, "
     "or use `_`.",
     "fn f() -> Int { both()! catch { why => 0 } }", "fn f() -> Int { both()! catch { _ => 0 } }"},
    {"D508", "a `catch` that leaves cases out",
     "To name one case of a failure type is to handle that type, so all its cases need an arm.",
     "fn f() -> Int { probe(2)! catch { Leak::Burst => 0 } }",
     "fn f() -> Int { probe(2)! catch { Leak::Burst => 0, Leak::Slow(n) => n } }"},
    {"D509", "an arm for a failure that is not raised", "The operand cannot raise this type.",
     "fn f() -> Int { probe(2)! catch { Jam::Stuck => 0 } }", "fn f() -> Int { probe(2)! catch { _ => 0 } }"},
    {"D510", "a capability that is missing",
     "The function that is called requires a capability, which is found by its label and its type. "
     "Require it too, or install it.",
     "fn f() -> Int { fire(1) }\nfn fire(n: Int) -> Int with { kiln: Kiln } { kiln.heat() }",
     "fn f() -> Int with { kiln: Kiln } { fire(1) }\n"
     "fn fire(n: Int) -> Int with { kiln: Kiln } { kiln.heat() }"},
    {"D511", "a capability of another type",
     "The label is bound here, but to another effect than the one required.",
     "fn f() with { kiln: Oven } { fire(1); }", "fn f() with { kiln: Kiln } { fire(1); }"},
    {"D512", "a handler with the wrong operations",
     "A handler defines every operation of its effect once, and nothing else.",
     "const COLD: Kiln = handler for Kiln { heat: fn () => 20 };",
     "const COLD: Kiln = handler for Kiln { light: fn _ => (), heat: fn () => 20 };"},
    {"D513", "an installed value that is no handler", "`with` installs values of effect types.",
     "fn f() { fire(1) with { kiln: 3 }; }", "fn f() { fire(1) with { kiln: cold }; }"},
    {"D514", "a handler for something that is no effect", "`handler for` names an effect.",
     "const S: Sack = handler for Sack { };",
     "const S: Kiln = handler for Kiln { light: fn _ => (), heat: fn () => 3 };"},
    {"D515", "an installation that binds nothing (warning)",
     "A value installed by its type is bound to every label of that type which the code requires. "
     "Here nothing requires one.",
     "fn f() { with cold { print(\"hi\"); } }", "fn f() { with cold { fire(1); } }"},
    {"D516", "a mark that is not needed (warning)", "The call cannot fail.", "fn f() -> Int { add(1, 2)! }",
     "fn f() -> Int { add(1, 2) }"},
};

}  // namespace

std::span<const Explanation> failure_explanations() {
  return failures_explained;
}

}  // namespace khora2cpp::diagnostics
