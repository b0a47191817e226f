// Waking, scheduling, blocking calls, timers: concurrency.md 19, 20, 21.
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

#include "backend/timers.hpp"
#include <algorithm>
#include <random>

#include "everything.hpp"
#include "khora/detail/blocking.hpp"

using namespace khora_test;
using khora::detail::Interest;
using khora::detail::WaitCell;
using khora::detail::WakeReason;
using Ints = Channel<Int>;

TEST_CASE("a wait cell lets one waker win, and only in its epoch", "[park]") {
  WaitCell cell;
  const auto first = cell.begin(Interest::canceled);
  REQUIRE(cell.try_wake(first, WakeReason::event) == WaitCell::Wake::early);
  REQUIRE(cell.try_wake(first, WakeReason::stop) == WaitCell::Wake::lost);
  REQUIRE(!cell.commit());
  REQUIRE(cell.over());
  REQUIRE(cell.finish() == WakeReason::event);
  const auto second = cell.begin(Interest::aborted);
  REQUIRE(cell.try_wake(first, WakeReason::event) == WaitCell::Wake::lost);
  REQUIRE(!cell.over());
  REQUIRE(cell.commit());
  WaitCell::Epoch epoch = 0;
  REQUIRE(!cell.stoppable(1, epoch));
  REQUIRE(cell.stoppable(2, epoch));
  REQUIRE(epoch == second);
  REQUIRE(cell.try_wake(second, WakeReason::deadline) == WaitCell::Wake::asleep);
  REQUIRE(cell.finish() == WakeReason::deadline);
  REQUIRE(!cell.stoppable(2, epoch));
}

TEST_CASE("a fiber that is asked to stop on its way to sleep looks at its level before it sleeps", "[park]") {
  WaitCell cell;
  WaitCell::Epoch epoch = 0;
  REQUIRE(!cell.stoppable(1, epoch));  // the fiber is awake
  const auto wait = cell.begin(Interest::canceled);
  REQUIRE(!cell.commit());
  REQUIRE(!cell.over());
  REQUIRE(!cell.stoppable(2, epoch));  // and again
  cell.look();
  REQUIRE(cell.commit());
  REQUIRE(cell.stoppable(1, epoch));
  REQUIRE(epoch == wait);
  REQUIRE(cell.try_wake(epoch, WakeReason::stop) == WaitCell::Wake::asleep);
  REQUIRE(!cell.stoppable(1, epoch));
  // Who wakes it before it has looked wins, and the mark stays.
  const auto next = cell.begin(Interest::canceled);
  REQUIRE(cell.try_wake(next, WakeReason::event) == WaitCell::Wake::early);
  REQUIRE(cell.over());
  cell.begin(Interest::canceled);
  REQUIRE(!cell.commit());
  REQUIRE(!cell.over());
}

TEST_CASE("[c250] no wake is lost", "[park]") {
  // Two fibers hand one token to and fro; every hop races a wake against a park.
  const int hops = on_scheduler() ? 200000 : 20000;
  repeat(1, [hops](int) {
    const auto there = Ints::bounded(1);
    const auto back = Ints::bounded(1);
    const auto echo = Fiber<Unit>::spawn([there, back]() -> Tagged<Unit> {
      for (;;) {
        Option<Int> got;
        if (const Rest rest = Ints::receive(there).to(got)) return rest;
        if (got.is<Option<Int>::None>()) return unit;
        if (const Rest rest = Ints::send(back, got.as<Option<Int>::Some>().value).rest()) return rest;
      }
    });
    const auto driver = Fiber<Unit>::spawn([there, back, hops]() -> Tagged<Unit> {
      for (int i = 0; i < hops; ++i) {
        if (const Rest rest = Ints::send(there, i).rest()) return rest;
        if (const Rest rest = Ints::receive(back).rest()) return rest;
      }
      Ints::close(there);
      return unit;
    });
    REQUIRE(Fiber<Unit>::join(driver).answered());
    REQUIRE(Fiber<Unit>::join(echo).answered());
  });
}

TEST_CASE("[c250] many wakers of one fiber", "[park]") {
  repeat(20, [](int) {
    const auto channel = Ints::bounded(1);
    std::vector<Fiber<Unit>> senders;
    for (int s = 0; s < 8; ++s) {
      senders.push_back(Fiber<Unit>::spawn([channel]() -> Tagged<Unit> {
        for (int i = 0; i < 200; ++i) {
          if (const Rest rest = Ints::send(channel, i).rest()) return rest;
        }
        return unit;
      }));
    }
    for (int i = 0; i < 1600; ++i) REQUIRE(Ints::receive(channel).answered());
  });
}

TEST_CASE("[c242] two endless loops both make progress", "[scheduler]") {
  std::atomic<std::int64_t> trips[2] = {};
  const auto loop = [&trips](int which) {
    return Fiber<Unit>::spawn([&trips, which]() -> Tagged<Unit> {
      for (;;) {
        trips[which].fetch_add(1);
        if (khora::stop_pending()) return stopped;
      }
    });
  };
  repeat(2, [&](int) {
    const auto a = loop(0);
    const auto b = loop(1);
    const std::int64_t before[2] = {trips[0], trips[1]};
    while (trips[0] < before[0] + 100000 || trips[1] < before[1] + 100000) let_others_run();
    Fiber<Unit>::cancel(a);
    Fiber<Unit>::cancel(b);
  });
}

TEST_CASE("[c243] a timer's fiber runs although others loop", "[scheduler]") {
  repeat(2, [](int) {
    std::vector<Fiber<Unit>> loops;
    for (int i = 0; i < 4; ++i) loops.push_back(Fiber<Unit>::spawn([] { return endless(); }));
    const auto sleeper = Fiber<Unit>::spawn([] { return pause_for(20); });
    REQUIRE(Fiber<Unit>::join(sleeper).answered());
    for (const auto& loop : loops) Fiber<Unit>::cancel(loop);
  });
}

TEST_CASE("a fiber that was made to yield is behind all that are ready", "[scheduler]") {
  if (!on_scheduler()) return;
  repeat(2, [](int) {
    const char* workers = std::getenv("KHORA_WORKERS");
    std::vector<Fiber<Unit>> loops;
    for (int i = 0; i < (workers != nullptr ? std::atoi(workers) : 64); ++i) loops.push_back(Fiber<Unit>::spawn([] { return endless(); }));
    // Each of these has one short turn and waits: were it a long turn of a loop between two of them, this would take ten seconds.
    constexpr int count = 1000;
    const Stopwatch watch;
    const auto ready = Ints::bounded(count);
    const auto gate = Ints::bounded(1);
    std::vector<Fiber<Unit>> fibers;
    for (int i = 0; i < count; ++i) {
      fibers.push_back(Fiber<Unit>::spawn([ready, gate]() -> Tagged<Unit> {
        if (const Rest rest = Ints::send(ready, 1).rest()) return rest;
        return Ints::receive(gate).rest();
      }));
    }
    for (int i = 0; i < count; ++i) REQUIRE(Ints::receive(ready).answered());
    REQUIRE(watch.millis() < 5000);
    Ints::close(gate);
    for (const auto& loop : loops) Fiber<Unit>::cancel(loop);
  });
}

TEST_CASE("a fiber that was woken runs although its waker goes on without a point", "[scheduler]") {
  if (!on_scheduler() || std::getenv("KHORA_WORKERS") == nullptr || std::string(std::getenv("KHORA_WORKERS")) == "1") return;
  repeat(5, [](int) {
    const auto channel = Ints::bounded(1);
    std::atomic<bool> received{false};
    const auto receiver = Fiber<Unit>::spawn([channel, &received]() -> Tagged<Unit> {
      if (const Rest rest = Ints::receive(channel).rest()) return rest;
      received = true;
      return unit;
    });
    until_waiting(receiver);
    const auto waker = Fiber<Unit>::spawn([channel, &received] {
      Ints::offer(channel, 1);
      while (!received) {
      }
    });
    REQUIRE(Fiber<Unit>::join(waker).answered());
  });
}

TEST_CASE("[c244] many sleepers sleep at the same time", "[scheduler]") {
  const int count = fibers_at_once(10000, 500);
  repeat(1, [count](int) {
    const Stopwatch watch;
    std::vector<Fiber<Unit>> fibers;
    for (int i = 0; i < count; ++i) fibers.push_back(Fiber<Unit>::spawn([] { return pause_for(1000); }));
    for (const auto& fiber : fibers) REQUIRE(Fiber<Unit>::join(fiber).answered());
    REQUIRE(watch.millis() >= 1000);
    REQUIRE(watch.millis() < 20000);
  });
}

TEST_CASE("[c245] closing a channel wakes everybody who is parked on it", "[scheduler]") {
  const int count = fibers_at_once(100000, 300);
  repeat(1, [count](int) {
    const auto channel = Ints::bounded(1);
    std::atomic<int> parked{0};
    std::vector<Fiber<Unit>> fibers;
    for (int i = 0; i < count; ++i) {
      fibers.push_back(Fiber<Unit>::spawn([channel, &parked]() -> Tagged<Unit> {
        parked.fetch_add(1);
        return Ints::receive(channel).rest();
      }));
    }
    while (parked < count) let_others_run();
    Ints::close(channel);
    for (const auto& fiber : fibers) REQUIRE(Fiber<Unit>::join(fiber).answered());
  });
}

TEST_CASE("[c247] a program that waits uses no processor", "[scheduler]") {
  const auto used = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
  };
  std::vector<Fiber<Unit>> fibers;
  for (int i = 0; i < 20; ++i) fibers.push_back(Fiber<Unit>::spawn([] { return pause_for(1500); }));
  for (const auto& fiber : fibers) until_waiting(fiber);
  const auto before = used();
  for (const auto& fiber : fibers) REQUIRE(Fiber<Unit>::join(fiber).answered());
  REQUIRE(used() - before < 300);
}

TEST_CASE("[c248] what belongs to a fiber moves with it", "[scheduler]") {
  repeat(20, [](int) {
    std::vector<Fiber<bool>> fibers;
    for (int i = 0; i < 50; ++i) {
      fibers.push_back(Fiber<bool>::spawn([]() -> Tagged<bool> {
        khora::detail::FiberState* self = &khora::detail::current_fiber();
        const auto id = self->id();
        bool same = true;
        const khora::detail::Shield shield;
        for (int k = 0; k < 20; ++k) {
          let_others_run();
          khora::detail::FiberState& now = khora::detail::current_fiber();
          same = same && &now == self && now.id() == id && now.in_cleanup();
        }
        return same;
      }));
    }
    for (const auto& fiber : fibers) REQUIRE(Fiber<bool>::join(fiber).answer());
  });
}

TEST_CASE("[c251] work of one fiber spreads over all workers", "[scheduler]") {
  if (!on_scheduler()) return;
  const char* text = std::getenv("KHORA_WORKERS");
  const int workers = text != nullptr ? std::atoi(text) : static_cast<int>(std::thread::hardware_concurrency());
  repeat(3, [workers](int) {
    // Each computes, without a point, until as many compute as there are workers.
    std::atomic<int> computing{0};
    const auto root = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      return khora::core::nursery([&](const Nursery& nursery) -> Tagged<Unit> {
               for (int i = 0; i < workers; ++i) {
                 if (const Rest rest = nursery->spawn([&] {
                       ++computing;
                       while (computing < workers) {
                       }
                     }).rest()) {
                   return rest;
                 }
               }
               return unit;
             })
          .rest();
    });
    REQUIRE(Fiber<Unit>::join(root).answered());
  });
}

TEST_CASE("[c252] [c253] calls that block hold no worker, and more of them than threads all complete", "[blocking]") {
  if (backend_is("simulated")) return;  // there a call that blocks blocks everybody
  repeat(3, [](int) {
    int pipe_ends[2];
    REQUIRE(pipe(pipe_ends) == 0);
    std::vector<Fiber<Int>> blocked;
    for (int i = 0; i < 50; ++i) {
      blocked.push_back(Fiber<Int>::spawn([end = pipe_ends[0]] {
        return Int(khora::detail::blocking([end] {
          char byte = 0;
          return read(end, &byte, 1);
        }));
      }));
    }
    // While they block, others run.
    for (int i = 0; i < 50; ++i) {
      REQUIRE(Fiber<Int>::join(Fiber<Int>::spawn([i] { return Int(i); })).answer() == i);
    }
    // A call in progress is not interrupted, and it completes. [c256]
    Fiber<Int>::cancel(blocked.front());
    const std::string bytes(50, 'x');
    REQUIRE(write(pipe_ends[1], bytes.data(), bytes.size()) == 50);
    for (const auto& fiber : blocked) REQUIRE(Fiber<Int>::join(fiber).answer() == 1);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
  });
}

TEST_CASE("deadlines are met at the end of their millisecond, however far ahead, unless they are taken back", "[timers]") {
  using khora::detail::Time;
  using khora::detail::TimerNode;
  constexpr std::chrono::milliseconds tick{1};
  const auto tick_end = [&](Time time) { return (time.time_since_epoch() + tick - Time::duration(1)) / tick; };
  khora::detail::FiberState& self = khora::detail::current_fiber();
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937_64 random(seed);
    khora::detail::Timers timers;
    const Time start = Time() + std::chrono::nanoseconds(random() % 1'000'000'000'000);
    timers.fire(start);
    const auto epoch = self.wait_cell().begin(Interest::never);
    std::vector<std::unique_ptr<TimerNode>> nodes;
    std::vector<Time> pending;
    for (int i = 0; i < 500; ++i) {
      // From nanoseconds to two months, every size as likely as the others, and some in the past.
      const auto far = static_cast<std::int64_t>(random() >> (11 + random() % 50));
      const Time deadline = start + std::chrono::nanoseconds(i % 50 == 0 ? -far % 1000 : far);
      nodes.push_back(std::make_unique<TimerNode>(TimerNode{deadline, &self, epoch}));
      timers.add(*nodes.back());
      REQUIRE(timers.next() <= deadline + tick);
      if (i % 3 == 0) {
        timers.remove(*nodes.back());
      } else {
        pending.push_back(deadline);
      }
    }
    Time now = start;
    while (!pending.empty()) {
      now += std::chrono::nanoseconds(random() >> (11 + random() % 50));
      const auto due = [&](Time deadline) { return tick_end(deadline) <= now.time_since_epoch() / tick; };
      const auto expected = static_cast<std::size_t>(std::count_if(pending.begin(), pending.end(), due));
      REQUIRE(timers.fire(now) == expected);
      std::erase_if(pending, due);
      for (const Time deadline : pending) REQUIRE(timers.next() <= deadline + tick);
    }
    REQUIRE(timers.next() == khora::detail::no_deadline);
    REQUIRE(self.wait_cell().finish() == WakeReason::deadline);
  }
}
