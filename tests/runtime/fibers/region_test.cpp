// Regions and scopes: concurrency.md 16.
#include "everything.hpp"

using namespace khora_test;
using Lines = std::vector<std::string>;

TEST_CASE("[c207] [c208] finalizers run in reverse at the end of the block", "[region]") {
  repeat(50, [](int) {
    Log log;
    {
      const Region region = Region::open();
      for (const char* name : {"a", "b", "c"}) Region::defer(region, [&log, name] { log.add(name); });
      log.add("body");
    }
    log.add("after");
    REQUIRE(log.lines() == Lines{"body", "c", "b", "a", "after"});
  });
}

TEST_CASE("[c210] a raise is seen after the finalizers", "[region]") {
  repeat(50, [](int) {
    Log log;
    const auto work = [&]() -> Tagged<Unit> {
      const Region region = Region::open();
      Region::defer(region, [&] { log.add("finalizer"); });
      return khora::raise(Leak{1});
    };
    auto result = work();
    if (result.caught<Leak>()) log.add("caught");
    REQUIRE(log.lines() == Lines{"finalizer", "caught"});
  });
}

TEST_CASE("[c211] a closure keeps the region", "[region]") {
  repeat(50, [](int) {
    Log log;
    {
      khora::Fn<Unit()> keeper;
      {
        const Region region = Region::open();
        Region::defer(region, [&] { log.add("finalizer"); });
        keeper = [region] {};
      }
      log.add("block ended");
    }
    REQUIRE(log.lines() == Lines{"block ended", "finalizer"});
  });
}

TEST_CASE("[c214] a region inside a finalizer", "[region]") {
  repeat(50, [](int) {
    Log log;
    {
      const Region region = Region::open();
      Region::defer(region, [&] {
        {
          const Region inner = Region::open();
          Region::defer(inner, [&] { log.add("inner"); });
        }
        log.add("outer");
      });
    }
    REQUIRE(log.lines() == Lines{"inner", "outer"});
  });
}

TEST_CASE("[c216] [c217] scoped and acquire", "[region]") {
  repeat(50, [](int) {
    Log log;
    auto answer = khora::core::scoped([&](const Scope& scope) -> Tagged<Int> {
      Int value;
      if (const Rest rest =
              khora::core::acquire(Int(5), [&](Int n) { log.add("release " + std::to_string(n.raw())); }, scope).to(value)) {
        return rest;
      }
      if (const Rest rest = scope->defer([&] { log.add("deferred"); }).rest()) return rest;
      log.add("body");
      return value + 1;
    });
    log.add("after");
    REQUIRE(answer.answer() == 6);
    REQUIRE(log.lines() == Lines{"body", "deferred", "release 5", "after"});
  });
}

TEST_CASE("[c218] acquire registers under a stop", "[region]") {
  repeat(100, [](int) {
    std::atomic<bool> released{false};
    std::atomic<bool> canceled{false};
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      while (!canceled) let_others_run();
      return khora::core::scoped([&](const Scope& scope) -> Tagged<Unit> {
               if (const Rest rest = khora::core::acquire(Int(1), [&](Int) { released = true; }, scope).rest()) return rest;
               if (khora::stop_pending()) return stopped;
               return unit;
             })
          .rest();
    });
    Fiber<Unit>::cancel(fiber);
    canceled = true;
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(Fiber<Unit>::canceled(fiber));
    REQUIRE(released);
  });
}

TEST_CASE("[c222] a parked finalizer does not delay another fiber's", "[region]") {
  repeat(30, [](int) {
    const auto gate = Channel<Int>::bounded(1);
    const auto first = Fiber<Unit>::spawn([gate] {
      const Region region = Region::open();
      Region::defer(region, [gate] { return Channel<Int>::receive(gate).rest(); });
    });
    until_waiting(first);
    std::atomic<bool> ran{false};
    const auto second = Fiber<Unit>::spawn([&] {
      const Region region = Region::open();
      Region::defer(region, [&] { ran = true; });
    });
    REQUIRE(Fiber<Unit>::join(second).answered());
    REQUIRE(ran);
    REQUIRE(Channel<Int>::send(gate, 1).answer());
  });
}

TEST_CASE("a finalizer waits and other releases go on", "[region]") {
  repeat(50, [](int) {
    // The region ends in the middle of releasing a closure, and its finalizer waits for a fiber.
    khora::Fn<Unit()> keeper;
    std::atomic<bool> waited{false};
    {
      const Region region = Region::open();
      const auto child = Fiber<Unit>::spawn([] {
        for (int i = 0; i < 50; ++i) let_others_run();
      });
      Region::defer(region, [child, &waited]() -> Tagged<Unit> {
        const Rest rest = Fiber<Unit>::join(child).rest();
        waited = true;
        return rest;
      });
      keeper = [region, child] {};
    }
    keeper = khora::Fn<Unit()>();
    REQUIRE(waited);
  });
}
