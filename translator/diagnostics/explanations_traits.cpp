#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation traits_explained[] = {
    {"D601", "a second implementation", "A trait is implemented for a type once in a program.",
     "impl Show for Rank { fn show(self) -> String { \"a\" } }\n"
     "impl Show for Rank { fn show(self) -> String { \"b\" } }",
     "impl Show for Rank { fn show(self) -> String { \"a\" } }"},
    {"D602", "an implementation that lacks or adds something",
     "An `impl` defines every function without a body and every associated type of its trait, and "
     "nothing the trait does not have.",
     "impl Show for Rank { }", "impl Show for Rank { fn show(self) -> String { \"rank\" } }"},
    {"D603", "a function that differs from its trait",
     "A function in an `impl` has the signature that the trait declares.",
     "impl Show for Rank { fn show(self) -> Int { 3 } }",
     "impl Show for Rank { fn show(self) -> String { \"rank\" } }"},
    {"D604", "a supertrait that is not implemented",
     "The trait extends another one, which the type must implement as well.",
     "impl Ord for Rank { fn cmp(self, other: Rank) -> Ordering { Ordering::Equal } }",
     "derive(Eq, Ord) type Rank = | Mate | Master;"},
    {"D605", "`Share` claimed for a foreign type",
     "Only the module that declares a type may say that its values can go from fiber to fiber, and "
     "only for a type without a body.",
     "impl Share for Tank { }", "pub type Handle;\nimpl Share for Handle { }"},
    {"D606", "a trait that cannot be derived",
     "Eq, Ord, Show, Hash, Decode and Encode can be derived. Others are implemented.",
     "derive(Weighed) type Sack = { kilos: Int };", "derive(Eq, Show) type Sack = { kilos: Int };"},
    {"D607", "a field that lacks the derived trait",
     "A trait is derived from the fields, so each of them must have it.",
     "derive(Eq) type Job = { run: () -> Int };", "derive(Eq) type Job = { id: Int };"},
    {"D608", "`derive(Decode)` that would open private fields",
     "A public type that is decoded can be made from any text, so none of its fields may be "
     "private. Write an `impl`, or open every field.",
     "derive(Decode) pub type Pin = { code: Int };", "derive(Decode) pub type Pin = { pub code: Int };"},
    {"D609", "an associated type without its bound",
     "The type given lacks a trait that the associated type asks for.",
     "trait Bag { type Item: Show; }\nimpl Bag for Sack { type Item = () -> Int; }",
     "trait Bag { type Item: Show; }\nimpl Bag for Sack { type Item = Int; }"},
    {"D610", "a match that leaves a value out",
     "Every value of the type needs an arm. Guarded arms do not count; numbers and texts need a "
     "name or `_`.",
     "fn f(c: Bool) -> Int { match c { true => 1 } }",
     "fn f(c: Bool) -> Int { match c { true => 1, false => 0 } }"},
    {"D611", "an arm that is never reached", "The arms before it match everything it could match.",
     "fn f(n: Int) -> Int { match n { _ => 0, 1 => 1 } }",
     "fn f(n: Int) -> Int { match n { 1 => 1, _ => 0 } }"},
    {"D612", "a pattern that may not match",
     "`let` and `for` take patterns that always match. Use `match` for the others.",
     "fn f(o: Option<Int>) { let Option::Some(v) = o; }",
     "fn f(o: Option<Int>) -> Int { match o { Option::Some(v) => v, Option::None => 0 } }"},
    {"D613", "a pattern that does not fit its case",
     "The case belongs to another type, or has another number of values.",
     "fn f(o: Option<Int>) -> Int { match o { Option::Some(a, b) => 1, _ => 0 } }",
     "fn f(o: Option<Int>) -> Int { match o { Option::Some(a) => a, _ => 0 } }"},
    {"D614", "a name bound twice in a pattern", "Each name stands in a pattern once.",
     "fn f(p: (Int, Int)) -> Int { match p { (a, a) => a } }",
     "fn f(p: (Int, Int)) -> Int { match p { (a, b) if a == b => a, _ => 0 } }"},
};

}  // namespace

std::span<const Explanation> trait_explanations() {
  return traits_explained;
}

}  // namespace khora2cpp::diagnostics
