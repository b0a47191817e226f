#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation traits_explained[] = {
    {"D601", "a second implementation",
     "A trait is implemented for a type once in a program.",
     "type Rank = | Mate;\n"
     R"(impl Show for Rank { fn show(self) -> String { "mate" } })" "\n"
     R"(impl Show for Rank { fn show(self) -> String { "m." } })",
     "type Rank = | Mate;\n"
     R"(impl Show for Rank { fn show(self) -> String { "mate" } })"},
    {"D602", "an implementation that lacks or adds something",
     "An `impl` defines every function without a body and every associated type of its trait, and nothing "
     "the trait does not have.",
     "type Rank = | Mate;\n"
     "impl Show for Rank { }",
     "type Rank = | Mate;\n"
     R"(impl Show for Rank { fn show(self) -> String { "mate" } })"},
    {"D603", "a function that differs from its trait",
     "A function in an `impl` has the signature that the trait declares.",
     "type Rank = | Mate;\n"
     "impl Show for Rank { fn show(self) -> Int { 3 } }",
     "type Rank = | Mate;\n"
     R"(impl Show for Rank { fn show(self) -> String { "mate" } })"},
    {"D604", "a supertrait that is not implemented",
     "The trait extends another one, which the type must implement as well.",
     "type Rank = | Mate;\n"
     "impl Ord for Rank { fn cmp(self, other: Rank) -> Ordering { Ordering::Equal } }",
     "type Rank = | Mate;\n"
     "impl Eq for Rank { fn eq(self, other: Rank) -> Bool { true } }\n"
     "impl Ord for Rank { fn cmp(self, other: Rank) -> Ordering { Ordering::Equal } }"},
    {"D605", "`Share` claimed for a foreign type",
     "Only the module that declares a type may say that its values can go from fiber to fiber, and only "
     "for a type without a body.",
     "type Tank = { mut liters: Int };\n"
     "impl Share for Tank { }",
     "pub type Handle;\n"
     "impl Share for Handle { }"},
    {"D606", "a trait that cannot be derived",
     "Eq, Ord, Show, Hash, Decode and Encode can be derived. Others are implemented.",
     "derive(Weighed) type Sack = { kilos: Int };", "derive(Eq, Show) type Sack = { kilos: Int };"},
    {"D607", "a field that lacks the derived trait",
     "A trait is derived from the fields, so each of them must have it.",
     "derive(Eq) type Job = { run: () -> Int };", "derive(Eq) type Job = { id: Int };"},
    {"D608", "`derive(Decode)` that would open private fields",
     "A public type that is decoded can be made from any text, so none of its fields may be private. Write "
     "an `impl`, or open every field.",
     "import std::schema::{Decode};\n"
     "derive(Decode) pub type Pin = { code: Int };",
     "pub type Pin = { code: Int };"},
    {"D609", "an associated type without its bound",
     "The type given lacks a trait that the associated type asks for.",
     "trait Bag { type Item: Show; }\n"
     "type Sack = { kilos: Int };\n"
     "impl Bag for Sack { type Item = () -> Int; }",
     "trait Bag { type Item: Show; }\n"
     "type Sack = { kilos: Int };\n"
     "impl Bag for Sack { type Item = Int; }"},
    {"D610", "a match that leaves a value out",
     "Every value of the type needs an arm. Guarded arms do not count; numbers and texts need a name or "
     "`_`.",
     "fn f(c: Bool) -> Int { match c { true => 1 } }",
     "fn f(c: Bool) -> Int { match c { true => 1, false => 0 } }"},
    {"D611", "an arm that is never reached",
     "The arms before it match everything it could match.",
     "fn f(n: Int) -> Int { match n { _ => 0, 1 => 1 } }",
     "fn f(n: Int) -> Int { match n { 1 => 1, _ => 0 } }"},
    {"D612", "a pattern that may not match",
     "`let` and `for` take patterns that always match. Use `match` for the others.",
     "fn f(o: Option<Int>) -> Int { let Option::Some(v) = o; v }",
     "fn f(o: Option<Int>) -> Int { match o { Option::Some(v) => v, Option::None => 0 } }"},
    {"D613", "a pattern that does not fit its case",
     "The case belongs to another type, or has another number of values.",
     "fn f(o: Option<Int>) -> Int { match o { Option::Some(a, b) => 1, _ => 0 } }",
     "fn f(o: Option<Int>) -> Int { match o { Option::Some(a) => a, _ => 0 } }"},
    {"D614", "a name bound twice in a pattern",
     "Each name stands in a pattern once.",
     "fn f(p: (Int, Int)) -> Int { match p { (a, a) => a } }",
     "fn f(p: (Int, Int)) -> Int { match p { (a, b) if a == b => a, _ => 0 } }"},
    {"D615", "a trait that extends itself",
     "A trait that extends another one has that one's functions too. Traits that extend each other would be "
     "one trait with several names.",
     "trait Ranked: Named { fn rank(self) -> Int; }\n"
     "trait Named: Ranked { fn name(self) -> String; }",
     "trait Ranked: Named { fn rank(self) -> Int; }\n"
     "trait Named { fn name(self) -> String; }"},
    {"D616", "a type parameter of an impl that nothing determines",
     "An impl is found by its trait and its type, so these have to mention each of its type parameters.",
     "type Crate = { weight: Int };\n"
     "impl<A> Crate { pub fn marked(self, mark: A) -> A { mark } }",
     "type Crate = { weight: Int };\n"
     "impl Crate { pub fn marked<A>(self, mark: A) -> A { mark } }"},
};

}  // namespace

std::span<const Explanation> trait_explanations() {
  return traits_explained;
}

}  // namespace khora2cpp::diagnostics
