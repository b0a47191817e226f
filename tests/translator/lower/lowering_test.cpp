#include <functional>

#include "analysis/checked_program.hpp"
#include "lower/lower.hpp"
#include "lower/walk.hpp"

using khora2cpp::test::CheckedProgram;
namespace lower = khora2cpp::lower;

namespace {

/// The lowered functions of one program.
struct Lowered {
  explicit Lowered(const std::string& text, khora2cpp::types::Blocks blocks = khora2cpp::types::Blocks::none)
      : checked(text), lowered(lower::lower(*checked.program, *checked.facts, checked.sources(), blocks)) {}

  bool is_used(const std::string& name) const { return lowered->is_used(&checked.function(name)); }
  lower::Block& body(const std::string& name) { return *lowered->functions.at(&checked.function(name)).body; }

  /// How many statements of a kind the function has, lambdas left out.
  template <class Node>
  int count(const std::string& name) {
    int found = 0;
    const std::function<void(lower::Block&)> visit = [&](lower::Block& block) {
      for (lower::Statement& statement : block.statements) {
        if (std::holds_alternative<Node>(statement.node)) ++found;
        lower::each_block(statement, visit);
      }
    };
    visit(body(name));
    return found;
  }

  CheckedProgram checked;
  std::unique_ptr<lower::Program> lowered;
};

}  // namespace

TEST_CASE("lowering: checks with nothing observable between them are one") {
  Lowered program(R"(
effect Orders { of: (Int) -> Int raises Missing }
type Missing = { id: Int };
fn spent(id: Int) -> Int with { orders: Orders } raises Missing {
  let total = 0;
  total + orders.of(id)!
}
pub fn main() -> Int { 0 }
)");
  REQUIRE(program.count<lower::Check>("spent") == 1);
  const auto& check = std::get<lower::Check>(program.body("spent").statements.front().node);
  CHECK(check.entry);
  CHECK(check.mark);
}

TEST_CASE("lowering: an operand with an effect is named when a later one has one too") {
  Lowered program(R"(
import std::core::{print};
fn loud(n: Int) -> Int { print("n"); n }
fn two() -> Int { loud(1) + loud(2) }
fn one(n: Int) -> Int { n + loud(2) }
fn traps(a: Int, b: Int) -> Int { a / b + a * b }
fn agrees(a: Int, b: Int) -> Int { a * b + b * a }
pub fn main() -> Int { 0 }
)");
  CHECK(program.count<lower::Declare>("two") == 1);
  CHECK(program.count<lower::Declare>("one") == 0);
  CHECK(program.count<lower::Declare>("traps") == 1);
  CHECK(program.count<lower::Declare>("agrees") == 0);
}

TEST_CASE("lowering: an arm that leaves a loop never stands in a switch") {
  Lowered program(R"(
type Wind = | Calm | Gale(force: Int) | Storm;
fn flat(wind: Wind) -> Int { match wind { Wind::Calm => 0, Wind::Gale(n) => n, Wind::Storm => 99 } }
fn breaks(wind: Wind) -> Int {
  let mut n = 0;
  loop { match wind { Wind::Calm => break, Wind::Gale(k) => { n = n + k; }, Wind::Storm => { n = 1; } } }
  n
}
pub fn main() -> Int { 0 }
)");
  CHECK(program.count<lower::Switch>("flat") == 1);
  CHECK(program.count<lower::Switch>("breaks") == 0);
  CHECK(program.count<lower::If>("breaks") == 1);
}

TEST_CASE("lowering: a catch over several calls is a lambda, unless its operand leaves the function") {
  Lowered program(R"(
type Leak = { mm: Int };
fn probe(n: Int) -> Int raises Leak { if n > 9 { raise { mm: n } } else { n } }
fn one(n: Int) -> Int { probe(n)! catch { Leak { mm } => mm } }
fn several(n: Int) -> Int { { let a = probe(n)!; a + probe(a)! } catch { Leak { mm } => mm } }
fn leaving(n: Int) -> Int { { let a = probe(n)!; if a == 1 { return 7; } probe(a)! } catch { Leak { mm } => mm } }
pub fn main() -> Int { 0 }
)");
  CHECK(program.count<lower::Labelled>("one") == 0);
  CHECK(program.count<lower::CallOrLeave>("one") == 0);
  CHECK(program.count<lower::Labelled>("several") == 0);
  CHECK(program.count<lower::CallOrLeave>("several") == 0);
  CHECK(program.count<lower::Labelled>("leaving") == 1);
}

TEST_CASE("lowering: a helper that owns a resource ends with its statement") {
  Lowered program(R"(
import std::core::{Channel, Option};
fn once(jobs: Channel<Int>) -> Int {
  let mut n = 0;
  match Channel::claim(jobs, fn _ => ()) { Option::Some(c) => { n = c.value; }, Option::None => () }
  n
}
pub fn main() -> Int { 0 }
)");
  CHECK(program.count<lower::Nested>("once") == 1);
}

TEST_CASE("lowering: a private function is used when what is emitted mentions it") {
  Lowered program(R"(
import std::core::{List, print};
type Bad = | No;
const LIMIT: Int = called(2) + 1;
fn unused(n: Int) -> Int { by_unused(n) }
fn by_unused(n: Int) -> Int { unused(n) }
fn called(n: Int) -> Int { n }
fn in_constant(n: Int) -> Int { n }
const SUM: Int = in_constant(2) + 1;
fn named(n: Int) -> Int { n }
fn in_lambda(n: Int) -> Int { n }
fn in_template(n: Int) -> Int { n }
fn behind_statement(n: Int) -> Int { n }
fn behind_argument(n: Int) -> Int { n }
fn dropped(n: Int) -> Int { n }
fn two(a: Int, b: Int) -> Int { a + b }
pub fn generic<A>(value: A) -> Int { return 3; in_template(1) }
fn early(n: Int) -> Int { return n; behind_statement(n) }
fn leaves(n: Int) -> Int raises Bad { two(raise Bad::No, behind_argument(n)) }
pub fn main() -> Int {
  fn (n: Int) => dropped(n);
  let all = [1, 2].map(named).map(fn n => in_lambda(n));
  all.length() + SUM + early(1) + leaves(2)! catch { Bad::No => 3 }
}
)");
  for (const char* name : {"in_constant", "named", "in_lambda", "early", "leaves"}) CHECK(program.is_used(name));
  // Its text is in a header all the same, because the typed body of a template mentions it.
  CHECK(program.is_used("in_template"));
  for (const char* name : {"unused", "by_unused", "called", "behind_statement", "behind_argument", "dropped"}) CHECK_FALSE(program.is_used(name));
}

TEST_CASE("lowering: a program can start with a private `main`") {
  Lowered program(R"(
fn helper() {}
fn main() -> Int { helper(); 0 }
)");
  CHECK(program.is_used("main"));
  CHECK(program.is_used("helper"));
}

TEST_CASE("lowering: what only a test mentions is used where the tests are emitted, and what a bench mentions never") {
  const std::string text = R"(
import std::core::{assert};
fn of_test(n: Int) -> Int { n }
fn of_bench(n: Int) -> Int { n }
test "one" { assert(of_test(3) == 3); }
bench "two" { of_bench(3); }
pub fn main() {}
)";
  CHECK(Lowered(text, khora2cpp::types::Blocks::tests).is_used("of_test"));
  CHECK_FALSE(Lowered(text).is_used("of_test"));
  CHECK_FALSE(Lowered(text, khora2cpp::types::Blocks::tests).is_used("of_bench"));
}
