// Fibers and their handles: concurrency.md 1, 3.2, 7.
#include "everything.hpp"

using namespace khora_test;
using khora::detail::Ending;

TEST_CASE("[c001] [c002] join answers, as often as it is asked", "[fiber]") {
  repeat(300, [](int round) {
    const auto fiber = Fiber<Int>::spawn([round] { return Int(round); });
    REQUIRE(Fiber<Int>::join(fiber).answer() == round);
    REQUIRE(Fiber<Int>::join(fiber).answer() == round);
  });
}

TEST_CASE("[c003] two fibers join one", "[fiber]") {
  repeat(200, [](int) {
    const auto gate = Channel<Int>::bounded(1);
    const auto child = Fiber<Int>::spawn([gate]() -> Tagged<Int> {
      Option<Int> got;
      if (const Rest rest = Channel<Int>::receive(gate).to(got)) return rest;
      return got.as<Option<Int>::Some>().value + 1;
    });
    const auto join = [child] { return Fiber<Int>::join(child); };
    const auto a = Fiber<Int>::spawn(join);
    const auto b = Fiber<Int>::spawn(join);
    REQUIRE(Channel<Int>::send(gate, 41).answer());
    REQUIRE(Fiber<Int>::join(a).answer() == 42);
    REQUIRE(Fiber<Int>::join(b).answer() == 42);
  });
}

TEST_CASE("[c004] [c005] an error is raised to every joiner with its payload", "[fiber]") {
  repeat(200, [](int round) {
    const auto fiber = Fiber<Int>::spawn([round]() -> Tagged<Int> { return khora::raise(Leak{round}); });
    for (int i = 0; i < 2; ++i) {
      auto joined = Fiber<Int>::join(fiber);
      REQUIRE(!joined.answered());
      REQUIRE(!joined.caught<Spill>());
      const auto leak = joined.caught<Leak>();
      REQUIRE(leak);
      REQUIRE(leak->mm == round);
    }
  });
}

TEST_CASE("[c008] letting the last handle go waits", "[fiber]") {
  repeat(200, [](int) {
    std::atomic<bool> ended{false};
    const auto gate = Channel<Int>::bounded(1);
    {
      const auto fiber = Fiber<Unit>::spawn([gate, &ended]() -> Tagged<Unit> {
        if (const Rest rest = Channel<Int>::receive(gate).rest()) return rest;
        for (int i = 0; i < 100; ++i) let_others_run();
        ended = true;
        return unit;
      });
      REQUIRE(Channel<Int>::send(gate, 1).answer());
    }
    REQUIRE(ended);
  });
}

TEST_CASE("[c011] a copy elsewhere keeps a release from waiting", "[fiber]") {
  repeat(50, [](int) {
    const auto gate = Channel<Int>::bounded(1);
    Fiber<Unit> kept;
    {
      const auto fiber = Fiber<Unit>::spawn([gate] { return Channel<Int>::receive(gate).rest(); });
      kept = fiber;
    }
    REQUIRE(!Fiber<Unit>::finished(kept));
    REQUIRE(Channel<Int>::send(gate, 1).answer());
  });
}

TEST_CASE("[c012] [c013] finished and canceled", "[fiber]") {
  repeat(100, [](int) {
    const auto running = Fiber<Unit>::spawn([] { return endless(); });
    REQUIRE(!Fiber<Unit>::finished(running));
    REQUIRE(!Fiber<Unit>::canceled(running));
    Fiber<Unit>::cancel(running);
    REQUIRE(Fiber<Unit>::wait(running).answered());  // [c017]
    REQUIRE(Fiber<Unit>::finished(running));
    REQUIRE(Fiber<Unit>::canceled(running));

    const auto answered = Fiber<Unit>::spawn([] {});
    REQUIRE(Fiber<Unit>::wait(answered).answered());
    REQUIRE(Fiber<Unit>::finished(answered));
    REQUIRE(!Fiber<Unit>::canceled(answered));

    const auto failed = Fiber<Unit>::spawn([]() -> Tagged<Unit> { return khora::raise(Leak{1}); });
    REQUIRE(Fiber<Unit>::wait(failed).caught<Leak>());  // [c016]
    REQUIRE(!Fiber<Unit>::canceled(failed));
  });
}

TEST_CASE("[c014] [c015] outcome", "[fiber]") {
  repeat(100, [](int) {
    const auto answered = Fiber<Int>::spawn([] { return Int(7); });
    REQUIRE(Fiber<Int>::outcome(answered).answer().as<Outcome<Int>::Answered>().value == 7);
    const auto canceled = Fiber<Int>::spawn([]() -> Tagged<Int> {
      if (const Rest rest = endless().rest()) return rest;
      return 1;
    });
    Fiber<Int>::cancel(canceled);
    REQUIRE(Fiber<Int>::outcome(canceled).answer().is<Outcome<Int>::Stopped>());
    const auto failed = Fiber<Int>::spawn([]() -> Tagged<Int> { return khora::raise(Leak{3}); });
    REQUIRE(Fiber<Int>::outcome(failed).caught<Leak>()->mm == 3);
  });
}

TEST_CASE("[c020] canceled before it starts, a body without a point answers", "[fiber]") {
  repeat(200, [](int) {
    const auto fiber = Fiber<Int>::spawn([] { return Int(3); });
    Fiber<Int>::cancel(fiber);
    REQUIRE(Fiber<Int>::join(fiber).answer() == 3);
    REQUIRE(!Fiber<Int>::canceled(fiber));  // [c100] [c102]
  });
}

TEST_CASE("[c021] [c022] handles travel", "[fiber]") {
  repeat(100, [](int) {
    const auto worker = Fiber<Unit>::spawn([] { return endless(); });
    const auto handles = Channel<Fiber<Unit>>::bounded(1);
    const auto other = Fiber<Unit>::spawn([handles]() -> Tagged<Unit> {
      Option<Fiber<Unit>> got;
      if (const Rest rest = Channel<Fiber<Unit>>::receive(handles).to(got)) return rest;
      const auto& fiber = got.as<Option<Fiber<Unit>>::Some>().value;
      Fiber<Unit>::cancel(fiber);
      return Fiber<Unit>::wait(fiber);
    });
    REQUIRE(Channel<Fiber<Unit>>::send(handles, worker).answer());
    REQUIRE(Fiber<Unit>::join(other).answered());
    REQUIRE(Fiber<Unit>::canceled(worker));
  });
}

TEST_CASE("[c023] fibers sleep at the same time", "[fiber]") {
  const Stopwatch watch;
  const auto a = Fiber<Unit>::spawn([] { return pause_for(200); });
  const auto b = Fiber<Unit>::spawn([] { return pause_for(200); });
  REQUIRE(Fiber<Unit>::join(a).answered());
  REQUIRE(Fiber<Unit>::join(b).answered());
  REQUIRE(watch.millis() >= 200);
  REQUIRE(watch.millis() < 390);
}

TEST_CASE("[c024] a thousand fibers leave nothing", "[fiber]") {
  repeat(1, [](int) {
    for (int i = 0; i < 1000; ++i) {
      const auto fiber = Fiber<Int>::spawn([i] { return Int(i); });
      REQUIRE(Fiber<Int>::join(fiber).answer() == i);
    }
  });
}

namespace {
// NOLINTNEXTLINE(misc-no-recursion)
int depth(volatile int* left) {
  char frame[256];
  *const_cast<volatile char*>(frame) = 1;
  if (*left == 0) return frame[0];
  *left = *left - 1;
  return depth(left) + frame[0];
}
}  // namespace

TEST_CASE("[c025] deep recursion on a fiber", "[fiber]") {
  repeat(3, [](int) {
    const auto fiber = Fiber<Int>::spawn([] {
      volatile int left = 18000;
      return Int(depth(&left));
    });
    REQUIRE(Fiber<Int>::join(fiber).answer() == 18001);
  });
}

TEST_CASE("[c103] [c101] canceling a child leaves the parent alone", "[fiber]") {
  repeat(100, [](int) {
    const auto ending = ending_of([]() -> Tagged<Unit> {
      const auto child = Fiber<Unit>::spawn([] { return endless(); });
      Fiber<Unit>::cancel(child);
      Fiber<Unit>::cancel(child);
      if (const Rest rest = Fiber<Unit>::wait(child).rest()) return rest;
      if (khora::stop_pending()) return stopped;
      return unit;
    });
    REQUIRE(ending == Ending::answered);
  });
}

TEST_CASE("joining a stopped fiber stops the joiner", "[fiber]") {
  repeat(100, [](int) {
    const auto ending = ending_of([]() -> Tagged<Unit> {
      const auto child = Fiber<Unit>::spawn([] { return endless(); });
      Fiber<Unit>::cancel(child);
      return Fiber<Unit>::join(child);
    });
    REQUIRE(ending == Ending::stopped);
  });
}

TEST_CASE("[c135] a canceled holder of the last handle stops its child first", "[fiber]") {
  repeat(100, [](int) {
    std::atomic<bool> child_ended{false};
    std::atomic<bool> running{false};
    const auto parent = Fiber<Unit>::spawn([&child_ended, &running]() -> Tagged<Unit> {
      const auto child = Fiber<Unit>::spawn([&child_ended, &running]() -> Tagged<Unit> {
        running = true;
        const Rest rest = endless().rest();
        child_ended = true;
        return rest;
      });
      return Fiber<Unit>::wait(child);
    });
    until(running);
    Fiber<Unit>::cancel(parent);
    REQUIRE(Fiber<Unit>::wait(parent).answered());
    REQUIRE(child_ended);
    REQUIRE(Fiber<Unit>::canceled(parent));
  });
}

TEST_CASE("[c136] a canceled waiter does not wait for a child that others hold", "[fiber]") {
  repeat(100, [](int) {
    const auto child = Fiber<Unit>::spawn([] { return endless(); });
    const auto waiter = Fiber<Unit>::spawn([child] { return Fiber<Unit>::wait(child); });
    until_waiting(waiter);  // [c095]
    Fiber<Unit>::cancel(waiter);
    REQUIRE(Fiber<Unit>::wait(waiter).answered());
    REQUIRE(Fiber<Unit>::canceled(waiter));
    REQUIRE(!Fiber<Unit>::finished(child));
    Fiber<Unit>::cancel(child);
  });
}

TEST_CASE("[c131] [c132] [c133] a detached fiber is let go and stops at its next point", "[fiber]") {
  repeat(50, [](int) {
    std::atomic<bool> stopped_there{false};
    std::atomic<bool> go{false};
    {
      const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
        while (!go) let_others_run();
        const Rest rest = endless().rest();
        stopped_there = true;
        return rest;
      });
      Fiber<Unit>::detach(fiber);
      REQUIRE(Fiber<Unit>::finished(fiber));
      REQUIRE(!Fiber<Unit>::canceled(fiber));
      REQUIRE(Fiber<Unit>::wait(fiber).answered());
    }
    go = true;
    until(stopped_there);
  });
}

TEST_CASE("an answer that holds a fiber is let go on a fiber", "[fiber]") {
  repeat(100, [](int) {
    const auto outer = Fiber<Fiber<Unit>>::spawn([] { return Fiber<Unit>::spawn([] { return endless(); }); });
    while (!Fiber<Fiber<Unit>>::finished(outer)) let_others_run();
    Fiber<Unit>::cancel(Fiber<Fiber<Unit>>::join(outer).answer());
  });
}

TEST_CASE("a stop unwinds through many fibers that hold each other", "[fiber]") {
  repeat(10, [](int) {
    Fiber<Unit> chain = Fiber<Unit>::spawn([] { return endless(); });
    for (int i = 0; i < 100; ++i) {
      chain = Fiber<Unit>::spawn([inner = std::move(chain)] { return Fiber<Unit>::join(inner); });
    }
    Fiber<Unit>::cancel(chain);
    REQUIRE(Fiber<Unit>::wait(chain).answered());
  });
}
