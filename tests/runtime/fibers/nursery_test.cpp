// Nurseries: concurrency.md 2, 3.
#include "everything.hpp"

using namespace khora_test;
using khora::detail::Ending;

namespace {
/// A child that loops until it is stopped, and notes that it started and ended.
auto looping(std::atomic<int>& started, std::atomic<int>& ended) {
  return [&started, &ended]() -> Tagged<Unit> {
    started.fetch_add(1);
    const Rest rest = endless().rest();
    ended.fetch_add(1);
    return rest;
  };
}
void until_count(const std::atomic<int>& count, int wanted) {
  while (count.load() < wanted) let_others_run();
}
}  // namespace

TEST_CASE("[c036] [c037] [c041] a nursery waits for its children and theirs", "[nursery]") {
  repeat(100, [](int) {
    std::atomic<int> ran{0};
    auto answer = khora::core::nursery([&](const Nursery& nursery) -> Tagged<Int> {
      for (int i = 0; i < 5; ++i) {
        if (const Rest rest = nursery->spawn([&ran, nursery]() -> Tagged<Unit> {
              if (const Rest inner = nursery->spawn([&ran] { ran.fetch_add(1); }).rest()) return inner;
              ran.fetch_add(1);
              return unit;
            }).rest()) {
          return rest;
        }
      }
      return 42;
    });
    REQUIRE(answer.answer() == 42);
    REQUIRE(ran == 10);
  });
}

TEST_CASE("[c042] [c043] [c062] a body that raises stops its children", "[nursery]") {
  repeat(50, [](int) {
    std::atomic<int> started{0};
    std::atomic<int> ended{0};
    auto result = khora::core::nursery([&](const Nursery& nursery) -> Tagged<Unit> {
      for (int i = 0; i < 4; ++i) {
        if (const Rest rest = nursery->spawn(looping(started, ended)).rest()) return rest;
      }
      until_count(started, 4);
      return khora::raise(Spill{2});
    });
    REQUIRE(ended == 4);
    REQUIRE(result.caught<Spill>()->liters == 2);
  });
}

TEST_CASE("[c044] [c045] canceling the fiber of a nursery stops the children, also at its end", "[nursery]") {
  repeat(50, [](int round) {
    std::atomic<int> started{0};
    std::atomic<int> ended{0};
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      auto result = khora::core::nursery([&](const Nursery& nursery) -> Tagged<Unit> {
        for (int i = 0; i < 3; ++i) {
          if (const Rest rest = nursery->spawn(looping(started, ended)).rest()) return rest;
        }
        if (round % 2 == 0) return endless();
        return unit;
      });
      return result.rest();
    });
    until_count(started, 3);
    if (round % 2 == 1) until_waiting(fiber);
    Fiber<Unit>::cancel(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(Fiber<Unit>::canceled(fiber));
    REQUIRE(ended == 3);
  });
}

TEST_CASE("[c044] a canceled nursery ends stopped although its children have ended before it comes to wait for them", "[nursery]") {
  repeat(50, [](int) {
    std::atomic<bool> running{false};
    const auto owner = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      return khora::core::nursery([&](const Nursery& nursery) -> Tagged<Unit> {
               const auto child = Fiber<Unit>::spawn([] { return pause_for(100000); });
               if (const Rest rest = nursery->adopt(child).rest()) return rest;
               running = true;
               // No point: the body goes on under the stop that ends its child.
               while (!Fiber<Unit>::finished(child)) let_others_run();
               return unit;
             })
          .rest();
    });
    until(running);
    Fiber<Unit>::cancel(owner);
    REQUIRE(Fiber<Unit>::wait(owner).answered());
    REQUIRE(Fiber<Unit>::canceled(owner));
  });
}

TEST_CASE("[c046] a stop passes through nested nurseries", "[nursery]") {
  repeat(50, [](int) {
    std::atomic<int> started{0};
    std::atomic<int> ended{0};
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      auto outer = khora::core::nursery([&](const Nursery& nursery) -> Tagged<Unit> {
        return nursery->spawn([&]() -> Tagged<Unit> {
          auto inner = khora::core::nursery(
              [&](const Nursery& nested) -> Tagged<Unit> { return nested->spawn(looping(started, ended)); });
          return inner.rest();
        });
      });
      return outer.rest();
    });
    until_count(started, 1);
    until_waiting(fiber);
    Fiber<Unit>::cancel(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(Fiber<Unit>::canceled(fiber));
    REQUIRE(ended == 1);
  });
}

TEST_CASE("[c048] [c049] [c050] adopting", "[nursery]") {
  repeat(100, [](int) {
    auto answer = khora::core::nursery([&](const Nursery& nursery) -> Tagged<Unit> {
      const auto failed = Fiber<Unit>::spawn([]() -> Tagged<Unit> { return khora::raise(Leak{1}); });
      while (!Fiber<Unit>::finished(failed)) let_others_run();
      const auto good = Fiber<Unit>::spawn([] {});
      if (const Rest rest = nursery->adopt(failed).rest()) return rest;
      if (const Rest rest = nursery->adopt(good).rest()) return rest;
      return Fiber<Unit>::join(good);
    });
    REQUIRE(answer.caught<ChildFailed>()->children == 1);
  });
}

TEST_CASE("[c052] [c053] [c054] [c061] a failing child stops its siblings", "[nursery]") {
  repeat(100, [](int round) {
    std::atomic<int> started{0};
    std::atomic<int> ended{0};
    std::atomic<bool> body_went_on{false};
    auto result = khora::core::nursery([&](const Nursery& nursery) -> Tagged<Unit> {
      const auto fail = [&]() -> Tagged<Unit> {
        until_count(started, 3);
        return khora::raise(Leak{1});
      };
      if (round % 2 == 0) {
        if (const Rest rest = nursery->spawn(fail).rest()) return rest;
      }
      for (int i = 0; i < 3; ++i) {
        if (const Rest rest = nursery->spawn(looping(started, ended)).rest()) return rest;
      }
      if (round % 2 == 1) {
        if (const Rest rest = nursery->spawn(fail).rest()) return rest;
      }
      until_count(ended, 3);
      if (khora::stop_pending()) return stopped;
      body_went_on = true;  // [c064]
      return unit;
    });
    REQUIRE(result.caught<ChildFailed>()->children == 1);  // [c065]
    REQUIRE(ended == 3);
    REQUIRE(body_went_on);
  });
}

TEST_CASE("[c055] [c056] failures are counted", "[nursery]") {
  repeat(100, [](int) {
    std::atomic<int> started{0};
    std::atomic<bool> failing{false};
    auto result = khora::core::nursery([&](const Nursery& nursery) -> Tagged<Unit> {
      if (const Rest rest = nursery->spawn([&]() -> Tagged<Unit> {
            started.fetch_add(1);
            while (!failing) let_others_run();
            // Asked to stop by now or soon, but there is no point before the raise.
            return khora::raise(Spill{1});
          }).rest()) {
        return rest;
      }
      return nursery->spawn([&]() -> Tagged<Unit> {
        until_count(started, 1);
        failing = true;
        return khora::raise(Leak{1});
      });
    });
    REQUIRE(result.caught<ChildFailed>()->children == 2);
  });
}

TEST_CASE("[c057] [c058] siblings clean up, or run to their end, before the nursery raises", "[nursery]") {
  repeat(50, [](int) {
    std::atomic<int> started{0};
    std::atomic<bool> cleaned{false};
    std::atomic<bool> pointless{false};
    std::atomic<bool> failing{false};
    auto result = khora::core::nursery([&](const Nursery& nursery) -> Tagged<Unit> {
      if (const Rest rest = nursery->spawn([&]() -> Tagged<Unit> {
            const Region region = Region::open();
            Region::defer(region, [&] { cleaned = true; });
            started.fetch_add(1);
            return endless();
          }).rest()) {
        return rest;
      }
      if (const Rest rest = nursery->spawn([&] {
            started.fetch_add(1);
            while (!failing) let_others_run();
            for (int i = 0; i < 200; ++i) let_others_run();
            pointless = true;
          }).rest()) {
        return rest;
      }
      return nursery->spawn([&]() -> Tagged<Unit> {
        until_count(started, 2);
        failing = true;
        return khora::raise(Leak{1});
      });
    });
    REQUIRE(result.caught<ChildFailed>()->children == 1);
    REQUIRE(cleaned);
    REQUIRE(pointless);
  });
}

TEST_CASE("[c059] [c060] a failure stops what runs, not what comes later", "[nursery]") {
  repeat(50, [](int) {
    std::atomic<int> started{0};
    std::atomic<int> ended{0};
    auto result = khora::core::nursery([&](const Nursery& nursery) -> Tagged<Unit> {
      const auto fail = []() -> Tagged<Unit> { return khora::raise(Leak{1}); };
      if (const Rest rest = nursery->spawn(looping(started, ended)).rest()) return rest;
      until_count(started, 1);
      if (const Rest rest = nursery->spawn(fail).rest()) return rest;
      until_count(ended, 1);
      if (const Rest rest = nursery->spawn(looping(started, ended)).rest()) return rest;
      until_count(started, 2);
      if (ended != 1) return khora::raise(Spill{1});
      if (const Rest rest = nursery->spawn(fail).rest()) return rest;
      until_count(ended, 2);
      return unit;
    });
    REQUIRE(result.caught<ChildFailed>()->children == 2);
  });
}

TEST_CASE("[c066] [c067] [c069] [c075] spawn keeps a bounded nursery's limit exactly", "[nursery]") {
  for (const int limit : {1, 4, 64}) {
    repeat(5, [limit](int) {
      std::atomic<int> running{0};
      std::atomic<int> most{0};
      std::atomic<int> ran{0};
      auto result = khora::core::bounded_nursery(limit, [&](const Nursery& nursery) -> Tagged<Unit> {
        for (int i = 0; i < 300; ++i) {
          if (const Rest rest = nursery->spawn([&, i] {
                const int now = running.fetch_add(1) + 1;
                int seen = most.load();
                while (seen < now && !most.compare_exchange_weak(seen, now)) {
                }
                for (int k = 0; k < i % 7; ++k) let_others_run();
                ran.fetch_add(1);
                running.fetch_sub(1);
              }).rest()) {
            return rest;
          }
        }
        return unit;
      });
      REQUIRE(result.answered());
      REQUIRE(ran == 300);
      REQUIRE(most <= limit);
    });
  }
}

TEST_CASE("[c068] [c070] a spawn without room waits for the oldest, or is stopped", "[nursery]") {
  repeat(50, [](int) {
    std::atomic<int> started{0};
    std::atomic<int> ended{0};
    std::atomic<bool> pending_ran{false};
    const auto owner = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      auto result = khora::core::bounded_nursery(1, [&](const Nursery& nursery) -> Tagged<Unit> {
        if (const Rest rest = nursery->spawn(looping(started, ended)).rest()) return rest;
        return nursery->spawn([&] { pending_ran = true; });
      });
      return result.rest();
    });
    until_count(started, 1);
    until_waiting(owner);
    Fiber<Unit>::cancel(owner);
    REQUIRE(Fiber<Unit>::wait(owner).answered());
    REQUIRE(!pending_ran);
    REQUIRE(ended == 1);
  });
}

TEST_CASE("[c074] adopt lets one more than the limit run", "[nursery]") {
  repeat(5, [](int) {
    std::atomic<int> running{0};
    std::atomic<int> most{0};
    constexpr int limit = 3;
    auto result = khora::core::bounded_nursery(limit, [&](const Nursery& nursery) -> Tagged<Unit> {
      for (int i = 0; i < 100; ++i) {
        const auto fiber = Fiber<Unit>::spawn([&] {
          const int now = running.fetch_add(1) + 1;
          int seen = most.load();
          while (seen < now && !most.compare_exchange_weak(seen, now)) {
          }
          let_others_run();
          running.fetch_sub(1);
        });
        if (const Rest rest = nursery->adopt(fiber).rest()) return rest;
      }
      return unit;
    });
    REQUIRE(result.answered());
    REQUIRE(most <= limit + 1);
  });
}

TEST_CASE("a cancel during the wait in adopt stops the oldest child and the one handed over", "[nursery]") {
  repeat(50, [](int) {
    std::atomic<int> started{0};
    std::atomic<int> ended{0};
    const auto owner = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      auto result = khora::core::bounded_nursery(1, [&](const Nursery& nursery) -> Tagged<Unit> {
        if (const Rest rest = nursery->adopt(Fiber<Unit>::spawn(looping(started, ended))).rest()) return rest;
        return nursery->adopt(Fiber<Unit>::spawn(looping(started, ended)));
      });
      return result.rest();
    });
    until_count(started, 2);
    until_waiting(owner);
    Fiber<Unit>::cancel(owner);
    REQUIRE(Fiber<Unit>::wait(owner).answered());
    REQUIRE(Fiber<Unit>::canceled(owner));
    REQUIRE(ended == 2);
  });
}

TEST_CASE("[c114] a child that joined a stopped fiber did not fail", "[nursery]") {
  repeat(50, [](int) {
    auto result = khora::core::nursery([&](const Nursery& nursery) -> Tagged<Unit> {
      return nursery->spawn([]() -> Tagged<Unit> {
        const auto other = Fiber<Unit>::spawn([] { return endless(); });
        Fiber<Unit>::cancel(other);
        return Fiber<Unit>::join(other);
      });
    });
    REQUIRE(result.answered());
  });
}

TEST_CASE("[c125] an abort reaches children in their own cleanup", "[nursery]") {
  repeat(50, [](int) {
    std::atomic<bool> cleaning{false};
    std::atomic<int> started{0};
    const auto owner = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      auto result = khora::core::nursery([&](const Nursery& nursery) -> Tagged<Unit> {
        return nursery->spawn([&]() -> Tagged<Unit> {
          const Region region = Region::open();
          Region::defer(region, [&] {
            cleaning = true;
            return endless();
          });
          started.fetch_add(1);
          return endless();
        });
      });
      return result.rest();
    });
    until_count(started, 1);
    Fiber<Unit>::cancel(owner);
    until(cleaning);
    Fiber<Unit>::abort(owner);
    REQUIRE(Fiber<Unit>::wait(owner).answered());
  });
}

TEST_CASE("Fibers: wait counts failures, letting go stops the children", "[nursery]") {
  repeat(50, [](int) {
    std::atomic<int> started{0};
    std::atomic<int> ended{0};
    {
      const Fibers fibers = Fibers::open();
      REQUIRE(Fibers::spawn(fibers, []() -> Tagged<Unit> { return khora::raise(Leak{1}); }).answered());
      REQUIRE(Fibers::spawn(fibers, [] {}).answered());
      REQUIRE(Fibers::wait(fibers).answer() == 1);
      REQUIRE(Fibers::spawn(fibers, looping(started, ended)).answered());
      until_count(started, 1);
    }
    REQUIRE(ended == 1);
  });
}

TEST_CASE("nurseries in cleanup run their children", "[nursery]") {
  repeat(50, [](int) {
    std::atomic<bool> running{false};
    std::atomic<int> ran{0};
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      const Region region = Region::open();
      Region::defer(region, [&]() -> Tagged<Unit> {
        auto result = khora::core::nursery([&](const Nursery& nursery) -> Tagged<Unit> {
          return nursery->spawn([&]() -> Tagged<Unit> {
            if (khora::stop_pending()) return stopped;
            ran.fetch_add(1);
            return unit;
          });
        });
        return result.rest();
      });
      running = true;
      return endless();
    });
    until(running);
    Fiber<Unit>::cancel(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(ran == 1);
  });
}
