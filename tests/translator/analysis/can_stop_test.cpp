#include "analysis/checked_program.hpp"
#include "analysis/facts_text.hpp"

using khora2cpp::test::CheckedProgram;

TEST_CASE("a function without a point cannot stop") {
  const CheckedProgram program(R"(
fn add(a: Int, b: Int) -> Int { a + b }
fn twice(a: Int) -> Int { add(a, a) }
pub fn main() -> Int { twice(2) }
)");
  CHECK_FALSE(program.of("add").stops);
  CHECK_FALSE(program.of("twice").tagged);
  CHECK_FALSE(program.of("main").stops);
}

TEST_CASE("a loop makes a function and everything that mentions it stoppable") {
  const CheckedProgram program(R"(
fn spin(n: Int) -> Int { let mut k = n; while k > 0 { k = k - 1; } k }
fn above(n: Int) -> Int { spin(n) }
fn inside(n: Int) -> () -> Int { fn () => spin(n) }
pub fn main() -> Int { above(2) }
)");
  CHECK(program.of("spin").stops);
  CHECK_FALSE(program.of("spin").entry_check);
  CHECK(program.of("above").tagged);
  CHECK_FALSE(program.of("above").entry_check);
  CHECK(program.of("inside").stops);
  CHECK(program.of("main").stops);
}

TEST_CASE("call cycles have an entry check at each of their functions") {
  const CheckedProgram program(R"(
fn even(n: Int) -> Bool { if n == 0 { true } else { odd(n - 1) } }
fn odd(n: Int) -> Bool { if n == 0 { false } else { even(n - 1) } }
fn start(n: Int) -> Bool { even(n) }
pub fn main() -> Int { if start(4) { 0 } else { 1 } }
)");
  CHECK(program.of("even").entry_check);
  CHECK(program.of("odd").entry_check);
  CHECK(program.of("start").stops);
  CHECK_FALSE(program.of("start").entry_check);
}

TEST_CASE("calling through a function value asks for an entry check, handing one to an ordinary function does not") {
  const CheckedProgram program(R"(
import std::core::{List};
fn apply(f: (Int) -> Int, n: Int) -> Int { f(n) }
fn hands(n: Int) -> Int { apply(fn k => k + 1, n) }
fn maps(xs: List<Int>) -> List<Int> { xs |> List::map(fn k => k + 1) }
pub fn main() -> Int { hands(2) }
)");
  CHECK(program.of("apply").entry_check);
  CHECK(program.of("hands").stops);
  CHECK_FALSE(program.of("hands").entry_check);
  CHECK(program.of("maps").stops);
  CHECK_FALSE(program.of("maps").entry_check);
}

TEST_CASE("whether a specialization can stop depends on the impl") {
  const CheckedProgram program(R"(
trait Shape { fn area(self) -> Int; }
type Square = { side: Int };
type Fence = { sides: Int };
impl Shape for Square { fn area(self) -> Int { self.side * self.side } }
impl Shape for Fence { fn area(self) -> Int { let mut n = 0; while n < self.sides { n = n + 1; } n } }
fn doubled<A: Shape>(shape: A) -> Int { shape.area() + shape.area() }
fn again<A: Shape>(shape: A) -> Int { doubled(shape) }
fn tile(square: Square) -> Int { again(square) }
fn yard(fence: Fence) -> Int { again(fence) }
pub fn main() -> Int { tile({ side: 2 }) }
)");
  CHECK_FALSE(program.of("doubled").stops);
  CHECK(program.of("doubled").tagged);
  REQUIRE(program.of("again").depends.size() == 1);
  CHECK_FALSE(program.of("tile").stops);
  CHECK_FALSE(program.of("tile").tagged);
  CHECK(program.of("yard").stops);
  CHECK_FALSE(program.of("main").stops);
  CHECK(khora2cpp::analysis::facts_text(program.of("again")) == "@facts tagged depends A.Shape::area");
}

TEST_CASE("when only one impl closes a cycle, its method carries the check") {
  const CheckedProgram program(R"(
trait Node { fn size(self) -> Int; }
type Leaf = { weight: Int };
type Pair = { left: Leaf, right: Leaf };
fn measure<A: Node>(node: A) -> Int { node.size() }
impl Node for Leaf { fn size(self) -> Int { self.weight } }
impl Node for Pair { fn size(self) -> Int { if self.left.weight == 0 { 1 } else { measure(self) } } }
fn leaf(one: Leaf) -> Int { measure(one) }
fn pair(one: Pair) -> Int { measure(one) }
pub fn main() -> Int { leaf({ weight: 2 }) }
)");
  CHECK(program.of("Pair.size").entry_check);
  CHECK_FALSE(program.of("measure").entry_check);
  CHECK_FALSE(program.of("Leaf.size").stops);
  CHECK_FALSE(program.of("leaf").stops);
  CHECK(program.of("pair").stops);
}

TEST_CASE("a function that only raises is tagged and cannot stop") {
  const CheckedProgram program(R"(
type Leak = { mm: Int };
fn probe(n: Int) -> Int raises Leak { if n > 9 { raise { mm: n } } else { n } }
fn inner(n: Int) -> Int { probe(n)! catch { _ => 0 } }
pub fn main() -> Int { inner(2) }
)");
  CHECK(program.of("probe").tagged);
  CHECK_FALSE(program.of("probe").stops);
  CHECK(program.of("inner").stops);
}

TEST_CASE("derived impls are analysed like written ones") {
  const CheckedProgram program(R"(
import std::core::{Eq, Show};
derive(Eq, Show) type Spot = { x: Int, y: Int };
derive(Eq) type Tree = | Leaf | Node(left: Tree, right: Tree);
fn same(a: Spot, b: Spot) -> Bool { a == b }
fn alike(a: Tree, b: Tree) -> Bool { a == b }
fn shown(a: Spot) -> String { "at ${a}" }
pub fn main() -> Int { 0 }
)");
  CHECK_FALSE(program.of("same").stops);
  CHECK(program.of("Tree.eq").entry_check);
  CHECK(program.of("alike").stops);
  CHECK_FALSE(program.of("shown").tagged);
}
