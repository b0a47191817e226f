// Cancellation, cleanup under a stop, abort: concurrency.md 4, 8, 9.
#include "everything.hpp"

using namespace khora_test;
using khora::detail::Ending;

TEST_CASE("[c076] [c077] an endless loop stops", "[stop]") {
  repeat(100, [](int) {
    const auto fiber = Fiber<Unit>::spawn([] { return endless(); });
    Fiber<Unit>::cancel(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(Fiber<Unit>::canceled(fiber));
  });
}

TEST_CASE("[c090] [c091] a sleep is cut short", "[stop]") {
  const Stopwatch watch;
  repeat(20, [](int) {
    std::atomic<bool> after{false};
    const auto fiber = Fiber<Unit>::spawn([&after]() -> Tagged<Unit> {
      if (const Rest rest = pause_for(100000).rest()) return rest;
      after = true;
      return unit;
    });
    until_waiting(fiber);
    Fiber<Unit>::cancel(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(!after);
  });
  REQUIRE(watch.millis() < 20000);
}

TEST_CASE("[c094] a parked join is given up", "[stop]") {
  repeat(100, [](int) {
    const auto child = Fiber<Unit>::spawn([] { return endless(); });
    const auto joiner = Fiber<Unit>::spawn([child] { return Fiber<Unit>::join(child); });
    until_waiting(joiner);
    Fiber<Unit>::cancel(joiner);
    REQUIRE(Fiber<Unit>::wait(joiner).answered());
    REQUIRE(Fiber<Unit>::canceled(joiner));
    Fiber<Unit>::cancel(child);
  });
}

TEST_CASE("[c098] what is no point goes on under a stop", "[stop]") {
  repeat(100, [](int) {
    const auto go = Channel<Int>::bounded(1);
    std::atomic<bool> done{false};
    std::atomic<bool> canceled{false};
    const auto fiber = Fiber<Unit>::spawn([&] {
      while (!canceled) let_others_run();
      const auto channel = Channel<Int>::bounded(2);
      const auto cell = Shared<Int>::of(1);
      REQUIRE(Channel<Int>::offer(channel, 5));
      REQUIRE(Channel<Int>::depth(channel) == 1);
      REQUIRE(Channel<Int>::poll(channel).is<Option<Int>::Some>());
      Channel<Int>::close(channel);
      Shared<Int>::set(cell, 2);
      REQUIRE(Shared<Int>::get(cell) == 2);
      done = true;
    });
    Fiber<Unit>::cancel(fiber);
    canceled = true;
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(done);
    REQUIRE(!Fiber<Unit>::canceled(fiber));
  });
}

TEST_CASE("[c115] [c116] a raise before the next point is a failure", "[stop]") {
  repeat(100, [](int) {
    std::atomic<bool> canceled{false};
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      while (!canceled) let_others_run();
      return khora::raise(Leak{1});
    });
    Fiber<Unit>::cancel(fiber);
    canceled = true;
    REQUIRE(Fiber<Unit>::wait(fiber).caught<Leak>());
    REQUIRE(!Fiber<Unit>::canceled(fiber));
  });
}

namespace {

/// Runs `finalizer` at the end of a region of a fiber that loops until it is stopped.
template <class F>
Fiber<Unit> looping_with(F finalizer, std::atomic<bool>& running) {
  return Fiber<Unit>::spawn([finalizer, &running]() -> Tagged<Unit> {
    const Region region = Region::open();
    Region::defer(region, finalizer);
    running = true;
    return endless();
  });
}

}  // namespace

TEST_CASE("[c117] [c212] [c213] a finalizer is shielded from cancel", "[stop]") {
  repeat(20, [](int) {
    std::atomic<bool> running{false};
    std::atomic<bool> in_cleanup{false};
    std::atomic<bool> cleaned{false};
    const auto fiber = looping_with(
        [&]() -> Tagged<Unit> {
          in_cleanup = true;
          if (khora::stop_at_entry()) return stopped;
          for (int i = 0; i < 1000; ++i) {
            if (khora::stop_pending()) return stopped;
          }
          if (const Rest rest = pause_for(20).rest()) return rest;
          cleaned = true;
          return unit;
        },
        running);
    until(running);
    Fiber<Unit>::cancel(fiber);
    until(in_cleanup);
    Fiber<Unit>::cancel(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(cleaned);
    REQUIRE(Fiber<Unit>::canceled(fiber));
  });
}

TEST_CASE("[c118] abort ends a finalizer that is parked", "[stop]") {
  repeat(50, [](int) {
    std::atomic<bool> running{false};
    std::atomic<bool> in_cleanup{false};
    std::atomic<bool> after{false};
    const auto never = Channel<Int>::bounded(1);
    const auto fiber = looping_with(
        [&, never]() -> Tagged<Unit> {
          in_cleanup = true;
          if (const Rest rest = Channel<Int>::receive(never).rest()) return rest;
          after = true;
          return unit;
        },
        running);
    until(running);
    Fiber<Unit>::cancel(fiber);
    until(in_cleanup);
    until_waiting(fiber);
    Fiber<Unit>::abort(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(!after);
  });
}

TEST_CASE("[c119] [c120] [c121] [c122] [c123] finalizers that start after an abort", "[stop]") {
  repeat(50, [](int) {
    Log log;
    std::atomic<bool> running{false};
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      const Region region = Region::open();
      Region::defer(region, [&] { log.add("plain"); });
      Region::defer(region, [&]() -> Tagged<Unit> {
        log.add("loop");
        if (khora::stop_pending()) return stopped;  // loop
        log.add("second trip");
        return unit;
      });
      Region::defer(region, [&]() -> Tagged<Unit> {
        log.add("mark");
        if (khora::stop_pending()) return stopped;  // !
        log.add("marked call");
        return unit;
      });
      Region::defer(region, [&]() -> Tagged<Unit> {
        log.add("entry");
        if (khora::stop_at_entry()) return stopped;
        log.add("body");
        return unit;
      });
      Region::defer(region, [&]() -> Tagged<Unit> {
        log.add("wait");
        if (const Rest rest = pause_for(100000).rest()) return rest;
        log.add("waited");
        return unit;
      });
      running = true;
      return endless();
    });
    until(running);
    Fiber<Unit>::abort(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(log.lines() == std::vector<std::string>{"wait", "entry", "body", "mark", "loop", "plain"});
  });
}

TEST_CASE("[c124] a finalizer in progress at the abort stops at its next point, entries included", "[stop]") {
  repeat(50, [](int) {
    Log log;
    std::atomic<bool> running{false};
    std::atomic<bool> in_cleanup{false};
    std::atomic<bool> aborted{false};
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      const Region region = Region::open();
      Region::defer(region, [&] { log.add("last"); });
      Region::defer(region, [&]() -> Tagged<Unit> {
        in_cleanup = true;
        while (!aborted) let_others_run();
        if (khora::stop_at_entry()) return stopped;
        log.add("body");
        return unit;
      });
      running = true;
      return endless();
    });
    until(running);
    Fiber<Unit>::cancel(fiber);
    until(in_cleanup);
    Fiber<Unit>::abort(fiber);
    aborted = true;
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(log.lines() == std::vector<std::string>{"last"});
  });
}

TEST_CASE("[c126] abort stops a fiber that was never canceled", "[stop]") {
  repeat(100, [](int) {
    const auto fiber = Fiber<Unit>::spawn([] { return endless(); });
    Fiber<Unit>::abort(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(Fiber<Unit>::canceled(fiber));
  });
}

TEST_CASE("[c127] cancel_within aborts cleanup that does not end", "[stop]") {
  repeat(5, [](int) {
    std::atomic<bool> running{false};
    const auto fiber = looping_with([] { return endless(); }, running);
    until(running);
    const Stopwatch watch;
    Fiber<Unit>::cancel_within(fiber, 50);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(watch.millis() >= 50);
    REQUIRE(watch.millis() < 5000);
  });
}

TEST_CASE("[c128] [c129] cancel_within lets cleanup end in time", "[stop]") {
  repeat(10, [](int) {
    std::atomic<bool> running{false};
    std::atomic<bool> cleaned{false};
    const auto fiber = looping_with(
        [&]() -> Tagged<Unit> {
          if (const Rest rest = pause_for(20).rest()) return rest;
          cleaned = true;
          return unit;
        },
        running);
    until(running);
    Fiber<Unit>::cancel_within(fiber, 100000);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(cleaned);
    Fiber<Unit>::cancel_within(fiber, 1);
  });
}

TEST_CASE("[c130] thousands of pending deadlines", "[stop]") {
  repeat(1, [](int) {
    std::vector<Fiber<Unit>> fibers;
    const auto gate = Channel<Int>::bounded(1);
    const int count = fibers_at_once(10000, 300);
    for (int i = 0; i < count; ++i) {
      fibers.push_back(Fiber<Unit>::spawn([gate]() -> Tagged<Unit> {
        const khora::detail::Shield shield;  // as if in cleanup
        return Channel<Int>::receive(gate).rest();
      }));
      Fiber<Unit>::cancel_within(fibers.back(), 1000000);
    }
    Channel<Int>::close(gate);
  });
}

TEST_CASE("the attention word counts only stops that could act now", "[stop]") {
  repeat(20, [](int) {
    std::atomic<bool> running{false};
    std::atomic<bool> in_cleanup{false};
    const auto go = Channel<Int>::bounded(1);
    const auto fiber = looping_with(
        [&, go]() -> Tagged<Unit> {
          in_cleanup = true;
          return Channel<Int>::receive(go).rest();
        },
        running);
    until(running);
    Fiber<Unit>::cancel(fiber);
    until(in_cleanup);
    until_waiting(fiber);
    REQUIRE((khora::detail::attention.load() & ~1u) == 0);
    Fiber<Unit>::cancel(fiber);
    REQUIRE((khora::detail::attention.load() & ~1u) == 0);
    REQUIRE(Channel<Int>::send(go, 1).answer());
  });
}

TEST_CASE("[c135b] a release passes an abort on that arrives while it waits", "[stop]") {
  repeat(50, [](int) {
    std::atomic<bool> cleaning{false};
    std::atomic<bool> started{false};
    const auto never = Channel<Int>::bounded(1);
    const auto parent = Fiber<Unit>::spawn([&, never]() -> Tagged<Unit> {
      const auto child = Fiber<Unit>::spawn([&, never]() -> Tagged<Unit> {
        const Region region = Region::open();
        Region::defer(region, [&, never] {
          cleaning = true;
          return Channel<Int>::receive(never).rest();
        });
        started = true;
        return endless();
      });
      while (!started) let_others_run();
      return unit;
    });
    until(started);
    Fiber<Unit>::cancel(parent);
    // The child is canceled only if the parent was canceled before it let go of the handle.
    Fiber<Unit>::abort(parent);
    REQUIRE(Fiber<Unit>::wait(parent).answered());
  });
}
