#include "khora/fn.hpp"

#include <catch2/catch.hpp>

#include "khora/integer.hpp"
#include "khora/memory.hpp"
#include "khora/string.hpp"
#include "text_of.hpp"

using namespace khora;

namespace {
Int twice(Int n) { return n * 2; }
Tagged<Int> never(Int) { return stopped; }
}  // namespace

TEST_CASE("anything callable becomes a function value") {
  Fn<Int(Int)> f = twice;
  CHECK(f(4).answer() == 8);
  f = [](Int n) { return n + 1; };
  CHECK(f(4).answer() == 5);
  f = never;
  CHECK(f(4).rest().stopped());
  const Int by = 10;
  f = [by](Int n) -> Tagged<Int> { return n + by; };
  CHECK(f(4).answer() == 14);
  const Fn<Int(Int)> copy = f;
  CHECK(copy(1).answer() == 11);
}

TEST_CASE("a function value for () answers unit") {
  int calls = 0;
  int* counter = &calls;
  const Fn<Unit()> plain = [counter]() { ++*counter; };
  const Fn<Unit()> tagged_one = [counter]() -> Tagged<Unit> {
    ++*counter;
    return unit;
  };
  CHECK(plain().answered());
  CHECK(tagged_one().answered());
  CHECK(calls == 2);
}

TEST_CASE("answers convert") {
  const Fn<String(String, Int)> f = [](const String& text, Int n) { return n > 0 ? text : String("none"); };
  CHECK(f("a", 1).answer() == "a");
  const Fn<String()> literal = []() -> String { return "literal"; };
  CHECK(literal().answer() == "literal");
}

TEST_CASE("closures are counted, lambdas without captures are not allocated") {
  const std::int64_t before = detail::live_objects();
  {
    const String text = String("a") + "b";
    const Fn<String()> f = [text]() { return text; };
    const Fn<String()> g = f;
    CHECK(detail::live_objects() == before + 2);
    CHECK(g().answer() == "ab");
    const Fn<Int()> empty = []() -> Int { return 1; };
    CHECK(empty().answer() == 1);
    CHECK(detail::live_objects() == before + 2);
  }
  CHECK(detail::live_objects() == before);
}

TEST_CASE("a long chain of closures is freed without recursion") {
  const std::int64_t before = detail::live_objects();
  {
    Fn<Int(Int)> chain = [](Int n) { return n; };
    for (int n = 0; n < 300000; ++n) {
      chain = [chain = std::move(chain)](Int m) -> Tagged<Int> { return m > 0 ? m : chain(m); };
    }
    CHECK(chain(1).answer() == 1);
  }
  CHECK(detail::live_objects() == before);
}

TEST_CASE("a lambda calls itself") {
  const auto fact = Recursive([](const auto& go, Int n) -> Tagged<Int> {
    if (n < 2) return n;
    Int smaller;
    if (Rest rest = go(n - 1).to(smaller)) return rest;
    return n * smaller;
  });
  CHECK(fact(Int(10)).answer() == 3628800);
  const Fn<Int(Int)> stored = fact;
  CHECK(stored(5).answer() == 120);
}
