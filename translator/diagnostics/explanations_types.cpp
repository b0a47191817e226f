#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation types_explained[] = {
    {"D401", "a type that does not fit",
     "The place wants one type and the value has another. Nothing is converted by itself, and a declared "
     "type is different from what it is made of.",
     R"(fn f() -> Int { "three" })", "fn f() -> Int { 3 }"},
    {"D402", "branches of different types",
     "All branches of an `if`, arms of a `match` and elements of a list have one type.",
     R"(fn f(c: Bool) -> Int { if c { 1 } else { "two" } })",
     "fn f(c: Bool) -> Int { if c { 1 } else { 2 } }"},
    {"D403", "an `if` without `else` that has a value",
     "Without `else` there is no value when the condition does not hold, so the block ends in `()`. In a "
     "list the element form `if c => x` adds nothing in that case.",
     "fn f(c: Bool) -> Int { if c { 1 } }", "fn f(c: Bool) -> Int { if c { 1 } else { 0 } }"},
    {"D404", "a condition that is not a Bool",
     "Conditions are of type Bool; numbers and texts are compared first.",
     "fn step() {}\n"
     "fn f(n: Int) { while n { step(); } }",
     "fn step() {}\n"
     "fn f(n: Int) { while n != 0 { step(); } }"},
    {"D405", "a wrong number of arguments",
     "A call gives every parameter its argument. There are no defaults and no partial application.",
     "fn g(a: Int, b: Int) -> Int { a + b }\n"
     "fn f() -> Int { g(1) }",
     "fn g(a: Int, b: Int) -> Int { a + b }\n"
     "fn f() -> Int { g(1, 2) }"},
    {"D406", "a call of something that is no function",
     "Only functions are called.",
     "fn f(n: Int) -> Int { n(3) }", "fn f(n: (Int) -> Int) -> Int { n(3) }"},
    {"D407", "a record literal that fits no type",
     "A record literal makes a value of a declared record. No record in scope has exactly these fields. "
     "Declare one, or annotate the type.",
     "type Spot = { x: Int, y: Int };\n"
     "fn f() -> Int { let p = { x: 1, z: 2 }; p.x }",
     "type Spot = { x: Int, y: Int };\n"
     "fn f() -> Int { let p = { x: 1, y: 2 }; p.x }"},
    {"D408", "a record literal that fits several types",
     "Several records in scope have exactly these fields. Annotate the type that is meant.",
     "type Spot = { x: Int, y: Int };\n"
     "type Step2 = { x: Int, y: Int };\n"
     "fn f() -> Int { let p = { x: 1, y: 2 }; p.x }",
     "type Spot = { x: Int, y: Int };\n"
     "type Step2 = { x: Int, y: Int };\n"
     "fn f() -> Int { let p: Spot = { x: 1, y: 2 }; p.x }"},
    {"D409", "`{}` where no empty record fits",
     "`{}` is the literal of a record without fields, above all behind `=>`. The unit value is `()`.",
     "fn f(n: Int) { match n { 0 => {}, _ => () } }", "fn f(n: Int) { match n { 0 => (), _ => () } }"},
    {"D410", "fields that are missing, unknown or repeated",
     "A record literal names every field of its type once, and no others. An update names fields of its "
     "base.",
     "type Spot = { x: Int, y: Int };\n"
     "fn f() -> Spot { { x: 1 } }",
     "type Spot = { x: Int, y: Int };\n"
     "fn f() -> Spot { { x: 1, y: 2 } }"},
    {"D411", "an update of something that is no record",
     "Behind `..` in braces stands a record, of which the result is a changed copy.",
     "type Spot = { x: Int, y: Int };\n"
     "fn f(n: Int) -> Spot { { ..n, x: 1 } }",
     "type Spot = { x: Int, y: Int };\n"
     "fn f(p: Spot) -> Spot { { ..p, x: 1 } }"},
    {"D412", "a literal out of range",
     "The number does not fit the type that is expected of it.",
     "fn f() -> U8 { 300 }", "fn f() -> U8 { 200 }"},
    {"D413", "an operator that the operands do not have",
     "Both operands have one type, and the type has the operator: numbers compute, and what has Eq or Ord "
     "compares. Nothing is promoted.",
     "fn f(n: Int, x: Float) -> Float { n + x }",
     "fn f(n: Int, x: Float) -> Float { Int::to_float(n) + x }"},
    {"D414", "a hole whose value cannot be shown",
     "A hole of a string takes a String, or a type with `Show`.",
     "type Plain = | One;\n"
     R"(fn f() -> String { "${Plain::One}" })",
     "derive(Show) type Plain = | One;\n"
     R"(fn f() -> String { "${Plain::One}" })"},
    {"D415", "type arguments in the wrong number or of the wrong kind",
     "The type takes another number of arguments, or a row, a number or a type constructor stands where "
     "something else is wanted.",
     "fn f(xs: List<Int, Int>) {}", "fn f(xs: List<Int>) {}"},
    {"D416", "numbers of a type that differ",
     "A type argument that is a number has two different values here, or no number at all. The number is "
     "part of the type, like any other argument.",
     "type Grid<A, const N: Int> = { cells: List<A> };\n"
     "fn f(g: Grid<Int, 3>) -> Grid<Int, 4> { g }",
     "type Grid<A, const N: Int> = { cells: List<A> };\n"
     "fn f(g: Grid<Int, 3>) -> Grid<Int, 3> { g }"},
    {"D417", "a bound that is not met",
     "The type argument lacks a trait that the generic declaration asks for.",
     "fn twin<A: Eq>(p: (A, A)) -> Bool { true }\n"
     "fn f() -> Bool { twin((0.5, 2.5)) }",
     "fn twin<A: Eq>(p: (A, A)) -> Bool { true }\n"
     "fn f() -> Bool { twin((1, 2)) }"},
    {"D418", "a `+` outside of a failure row",
     "`+` joins failures behind `raises`. A `Result` holds one error; handle several with `catch`.",
     "type Leak = | Burst;\n"
     "type Jam = | Stuck;\n"
     "fn f(r: Result<Int, Leak + Jam>) -> Int { 3 }",
     "type Leak = | Burst;\n"
     "type Jam = | Stuck;\n"
     "fn f() -> Int raises Leak + Jam { raise Jam::Stuck }"},
    {"D419", "a type where a row belongs",
     "The argument is a row: a set of labelled entries in braces.",
     "effect Clock { now: () -> Int }\n"
     "type Task<'r> = { run: () -> Int with 'r };\n"
     "fn f(t: Task<Clock>) -> Int { 3 }",
     "effect Clock { now: () -> Int }\n"
     "type Task<'r> = { run: () -> Int with 'r };\n"
     "fn f(t: Task<{ clock: Clock }>) -> Int { 3 }"},
    {"D420", "a type that cannot be worked out",
     "Nothing here says which type is meant. Annotate it.",
     "fn f() -> Int { let xs = []; List::length(xs) }",
     "fn f() -> Int { let xs: List<Int> = []; List::length(xs) }"},
    {"D421", "a `forall` value that is called",
     "A polymorphic function value can be passed on but not called. Take a trait bound, or separate "
     "parameters.",
     "fn f(g: forall<A>. (A) -> A) -> Int { g(3) }", "fn f(g: (Int) -> Int) -> Int { g(3) }"},
    {"D422", "a `forall` in an operation",
     "Operations of an effect are not generic in a type. Write a generic function that takes the effect as "
     "a capability.",
     "effect Any { pick: forall<A>. (A) -> A }", "effect Any { pick: (Int) -> Int }"},
    {"D423", "generics that grow without end",
     "A generic function calls itself at ever larger types, so its instances would never end.",
     "fn f<A>(a: A, n: Int) -> Int { f((a, a), n) }",
     "fn f<A>(a: A, n: Int) -> Int { if n == 0 { 0 } else { f(a, n - 1) } }"},
    {"D424", "labels that do not fit",
     "A label is the name of the parameter at that position; labels are checked and never reorder. "
     "Function values have no labels.",
     "fn g(a: Int, b: Int) -> Int { a - b }\n"
     "fn f() -> Int { g(2, a: 1) }",
     "fn g(a: Int, b: Int) -> Int { a - b }\n"
     "fn f() -> Int { g(2, b: 1) }"},
    {"D425", "`break` values of different types",
     "All the values with which one `loop` is left have one type.",
     R"(fn f(c: Bool) -> Int { loop { if c { break 1; } break "two"; } })",
     "fn f(c: Bool) -> Int { loop { if c { break 1; } break 2; } }"},
    {"D426", "a function without a body",
     "The declaration ends with `;`, so nothing says what a call does. Outside the library only foreign "
     "functions are declared so.",
     "fn g() -> Int;\n"
     "fn f() -> Int { g() }",
     "fn g() -> Int { 3 }\n"
     "fn f() -> Int { g() }"},
    {"D427", "a row entry that is no effect",
     "Every entry of a capability row is of an effect type.",
     "fn f() with { count: Int } {}",
     "effect Clock { now: () -> Int }\n"
     "fn f() -> Int with { clock: Clock } { clock.now() }"},
};

}  // namespace

std::span<const Explanation> type_explanations() {
  return types_explained;
}

}  // namespace khora2cpp::diagnostics
