// What the typed tree says about accepted programs, and the checker under load.
#include <catch2/catch.hpp>

#include <pthread.h>

#include <stdexcept>

#include "checker.hpp"

using namespace khora2cpp;
using test::check_library;
using test::check_program;
using test::check_text;

namespace {

const types::Function& function(const types::Program& program, const std::string& name) {
  for (const types::Function& one : program.functions) {
    if (one.name == name && one.module != nullptr && one.module->path == "m") return one;
  }
  throw std::runtime_error("no function " + name);
}

std::string rows(const types::Program& program, const std::string& name) {
  const types::Function& one = function(program, name);
  return "with " + to_string(*one.capabilities, false) + " raises " + to_string(*one.failures, true);
}

/// The calls of functions named `callee` in the program.
std::vector<const types::CallExpr*> calls(const types::Program& program, const std::string& callee) {
  std::vector<const types::CallExpr*> found;
  for (const types::Expr& one : program.exprs) {
    const auto* call = std::get_if<types::CallExpr>(&one.node);
    if (call != nullptr && call->callee.function->name == callee) found.push_back(call);
  }
  return found;
}

std::string repeated(const std::string& text, int times, const std::string& between) {
  std::string all = text;
  for (int at = 1; at < times; ++at) all += between + text;
  return all;
}

/// Runs with the stack that the pipeline has.
template <class Work>
void with_large_stack(Work work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::size_t{1} << 30);
  pthread_t thread;
  const auto run = [](void* given) -> void* {
    (*static_cast<Work*>(given))();
    return nullptr;
  };
  REQUIRE(pthread_create(&thread, &attributes, run, &work) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

}  // namespace

TEST_CASE("the library checks", "[types]") { CHECK(check_library().empty()); }

TEST_CASE("T44: inferred rows of a group reach every member, whichever is checked first", "[types]") {
  const std::string one = "fn even(n: Int) -> Int { if n == 0 { fire() } else { odd(n - 1)! } }\n";
  const std::string other = "fn odd(n: Int) -> Int { if n == 0 { raise Leak::Burst } else { even(n - 1)! } }\n";
  const std::string rest =
      "type Leak = | Burst; effect Kiln { heat: () -> Int } fn fire() -> Int { warm() } fn warm() -> Int with { kiln: Kiln } { kiln.heat() "
      "}\n";
  for (const std::string& program : {one + other + rest, other + one + rest, rest + other + one}) {
    const auto checked = check_program(program);
    CHECK(checked.diagnostics.empty());
    for (const char* name : {"even", "odd"}) CHECK(rows(*checked.program, name) == "with { kiln: Kiln } raises Leak");
    CHECK(rows(*checked.program, "fire") == "with { kiln: Kiln } raises ");
    // Each call of a body passes what its callee requires.
    for (const char* name : {"even", "odd"}) {
      const auto found = calls(*checked.program, name);
      REQUIRE(!found.empty());
      CHECK(found.back()->capabilities.size() == 1);
      CHECK(found.back()->capabilities[0].local != nullptr);
    }
  }
}

TEST_CASE("T24 K22: a function handed over binds what the expected type does not name", "[types]") {
  const auto checked = check_program(
      "effect Db { get: (Int) -> Int }\n"
      "fn fan_out() -> Int with { db: Db, nursery: Nursery } { db.get(1) }\n"
      "pub fn serve() -> Int with { db: Db } raises ChildFailed { nursery(fan_out)! }\n");
  REQUIRE(checked.diagnostics.empty());
  const auto found = calls(*checked.program, "nursery");
  REQUIRE(found.size() == 1);
  const auto* value = std::get_if<types::FunctionExpr>(&found[0]->arguments[0]->node);
  REQUIRE(value != nullptr);
  REQUIRE(value->bound.size() == 1);
  CHECK(value->bound[0].label == "db");
  CHECK(to_string(found[0]->arguments[0]->type) == "() -> Int with { nursery: Nursery }");
}

TEST_CASE("K23: a variable that requires more than is expected is bound", "[types]") {
  const auto checked = check_program(
      "effect Kiln { heat: () -> Int } effect Oven { bake: () -> Int }\n"
      "fn only(f: () -> Int with { kiln: Kiln }) -> Int with { kiln: Kiln } { f() }\n"
      "pub fn a(f: () -> Int with { kiln: Kiln, oven: Oven }) -> Int with { kiln: Kiln, oven: Oven } { only(f) }\n");
  REQUIRE(checked.diagnostics.empty());
  const auto found = calls(*checked.program, "only");
  REQUIRE(found.size() == 1);
  const auto* bind = std::get_if<types::BindExpr>(&found[0]->arguments[0]->node);
  REQUIRE(bind != nullptr);
  REQUIRE(bind->bound.size() == 1);
  CHECK(bind->bound[0].label == "oven");
}

TEST_CASE("T31: a literal has the expected width", "[types]") {
  const auto checked = check_program("fn a() -> U8 { let x: I16 = -3; let y = 4; 5 }\n");
  REQUIRE(checked.diagnostics.empty());
  std::string seen;
  for (const types::Expr& one : checked.program->exprs) {
    if (const auto* literal = std::get_if<types::IntegerExpr>(&one.node)) {
      seen += (literal->negative ? "-" : "") + literal->digits + ": " + to_string(one.type) + "; ";
    }
  }
  CHECK(seen == "-3: I16; 4: Int; 5: U8; ");
}

TEST_CASE("N8: a lambda that calls itself knows its own name", "[types]") {
  const auto checked = check_program("fn a() -> Int { let fact = fn n => if n < 2 { 1 } else { n * fact(n - 1) }; fact(5) }\n");
  REQUIRE(checked.diagnostics.empty());
  REQUIRE(checked.program->lambdas.size() == 1);
  REQUIRE(checked.program->lambdas[0].recursive != nullptr);
  CHECK(checked.program->lambdas[0].recursive->name == "fact");
}

TEST_CASE("no type is left open in an accepted program", "[types]") {
  const auto checked = check_program(
      "fn a(xs: List<Int>) -> Option<String> { xs |> List::map(fn x => [x]) |> List::fold(Option::None, fn (o, x) => "
      "Option::Some(\"${x}\")) }\n");
  REQUIRE(checked.diagnostics.empty());
  for (const types::Expr& one : checked.program->exprs) CHECK(to_string(one.type).find('_') == std::string::npos);
}

TEST_CASE("diagnostics are the same in every run, in the order of the text", "[types]") {
  const std::string program =
      "trait Dry { fn level(self) -> Int; }\ntrait Wet { fn level(self) -> Int; }\nfn a<A>(x: A) -> Int { x.level() }\nfn b() { nope(); }\n"
      "fn c() -> Int { b2() }\nfn b2() -> Int { \"x\" }\nconst X: Int = \"y\";\n";
  const std::string first = check_text(program);
  for (int at = 0; at < 5; ++at) {
    const auto padding = std::make_unique<std::string>(static_cast<std::size_t>(at) * 1000 + 1, 'x');  // moves what is allocated after it
    CHECK(check_text(program) == first);
  }
  CHECK(first.find("3:") < first.find("4:"));
  CHECK(first.find("4:") < first.find("6:"));
  CHECK(first.find("6:") < first.find("7:"));
}

TEST_CASE("chains of 20000 operands and lists as long check", "[types]") {
  with_large_stack([] {
    CHECK(check_text("fn a(n: Int) -> Int { " + repeated("n", 20000, " + ") + " }\n").empty());
    CHECK(check_text("fn a(b: Bool) -> Bool { " + repeated("b", 20000, " && ") + " }\n").empty());
    CHECK(check_text("fn a() -> List<Int> { [" + repeated("1", 20000, ", ") + "] }\n").empty());
  });
}
