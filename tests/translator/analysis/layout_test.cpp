#include "analysis/checked_program.hpp"

using khora2cpp::test::CheckedProgram;

TEST_CASE("records and variants are boxed when they can change, are large, or contain themselves") {
  const CheckedProgram program(R"(
import std::core::{List, Option};
type Spot = { x: Int, y: Int };
type Tank = { label: String, mut liters: Int };
type Large = { a: Int, b: Int, c: Int, d: Int, e: Int };
type Wide = { first: Spot, second: Spot, more: Int };
type Tree = | Leaf | Node(left: Tree, right: Tree);
type Rose = { children: List<Rose> };
type Chain = { next: Option<Chain> };
type Wind = | Calm | Gale(force: Int);
pub fn main() -> Int { 0 }
)");
  const auto boxed = [&](const char* name) { return program.facts->is_boxed(&program.type(name)); };
  CHECK_FALSE(boxed("Spot"));
  CHECK(boxed("Tank"));
  CHECK(boxed("Large"));
  CHECK(boxed("Wide"));
  CHECK(boxed("Tree"));
  CHECK_FALSE(boxed("Rose"));
  CHECK(boxed("Chain"));
  CHECK_FALSE(boxed("Wind"));
}

TEST_CASE("what a template mentions stands in the header") {
  const CheckedProgram program(R"(
fn helper(n: Int) -> Int { n + 1 }
fn local(n: Int) -> Int { n + 2 }
pub fn generic<A>(value: A) -> Int { helper(1) }
pub fn main() -> Int { local(1) }
)");
  CHECK(program.of("helper").in_header);
  CHECK_FALSE(program.of("local").in_header);
}

TEST_CASE("a local that is assigned anew is moved from when it is read for the last time before") {
  const CheckedProgram program(R"(
fn repeat(piece: String, n: Int) -> String {
  let mut text = "";
  let mut k = 0;
  while k < n {
    text = text + piece;
    k = k + 1;
  }
  text
}
fn keeps(piece: String) -> (String, String) {
  let text = piece + "!";
  let again = text;
  (text, again)
}
pub fn main() -> Int { 0 }
)");
  CHECK(program.facts->last_uses.size() >= 3);
}
