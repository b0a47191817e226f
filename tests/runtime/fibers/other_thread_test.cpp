// A fiber that goes on on another thread than the one it waited on: concurrency.md 19, 24. Built a second time with link-time optimization,
// where a compiler sees through functions of other files and could keep what belongs to a thread across a wait.
#include <exception>

#include "everything.hpp"

using namespace khora_test;
using Ints = Channel<Int>;
using MaybeInt = Option<Int>;

namespace {

/// The compiler believes that a thread's identity does not change within a function.
[[gnu::noinline]] std::thread::id this_thread() { return std::this_thread::get_id(); }

int worker_count() {
  const char* text = std::getenv("KHORA_WORKERS");
  return on_scheduler() && text != nullptr ? std::atoi(text) : 1;
}

/// While it lives, the worker that `avoided` stands for computes, and the others do not.
class BusyWorker {
 public:
  explicit BusyWorker(std::thread::id avoided) : tasks_(worker_count() > 1 ? static_cast<std::size_t>(worker_count()) : 0) {
    // Every worker is given something to do; those that it was not about are let go.
    std::atomic<std::size_t> begun{0};
    for (Task& task : tasks_) {
      fibers_.push_back(Fiber<Unit>::spawn([&task, &begun] {
        task.on = this_thread();
        ++begun;
        while (!task.done) {
        }
      }));
    }
    while (begun < tasks_.size()) let_others_run();
    for (Task& task : tasks_) task.done = task.on != avoided;
  }
  BusyWorker(const BusyWorker&) = delete;
  BusyWorker& operator=(const BusyWorker&) = delete;
  ~BusyWorker() {
    for (Task& task : tasks_) task.done = true;
  }

 private:
  struct Task {
    std::thread::id on;
    std::atomic<bool> done{false};
  };
  std::vector<Task> tasks_;
  std::vector<Fiber<Unit>> fibers_;  // let go first, which waits for them
};

/// A place where a fiber waits until it is sent on, on another thread if there are several workers.
class Crossing {
 public:
  /// For the fiber.
  Tagged<Int> pass() {
    before_ = this_thread();
    if (const Rest rest = Ints::send(inside_, 1).rest()) return rest;
    MaybeInt got;
    if (const Rest rest = Ints::receive(later_).to(got)) return rest;
    after_ = this_thread();
    return got.as<MaybeInt::Some>().value;
  }
  /// For the test: `ended` says when the fiber has left the thread that it came to.
  template <class A, class Ended>
  void send_on(const Fiber<A>& fiber, Int value, const Ended& ended) {
    REQUIRE(Ints::receive(inside_).answered());
    until_waiting(fiber);
    {
      const BusyWorker busy(before_);
      REQUIRE(Ints::send(later_, value).answered());
      ended();
    }
    if (worker_count() > 1) REQUIRE(before_ != after_);
  }

 private:
  Ints inside_ = Ints::bounded(1);
  Ints later_ = Ints::bounded(1);
  std::thread::id before_;
  std::thread::id after_;
};

Tagged<Int> spilling(int liters) { return khora::raise(Spill{liters}); }

/// What a fiber is doing when its finalizers run.
enum class InFlight { error, stop };

/// Its inner finalizer raises, catches, waits, and goes on on another thread.
Tagged<Int> unwinding(InFlight way, Crossing& crossing, Log& log) {
  const Region outer = Region::open();
  Region::defer(outer, [&log] { log.add("outer"); });
  const Note held(5);
  const Region inner = Region::open();
  Region::defer(inner, [&, held]() -> Tagged<Unit> {
    auto spilled = spilling(3);
    const auto caught = spilled.caught<Spill>();
    if (!caught) return spilled.rest();
    Int got;
    if (const Rest rest = crossing.pass().to(got)) return rest;
    log.add("caught " + std::to_string(caught->liters.raw()) + ", got " + std::to_string((got + held->number).raw()));
    auto again = spilling(4);  // on the thread that it came to
    if (const auto second = again.caught<Spill>()) log.add("caught " + std::to_string(second->liters.raw()));
    return unit;
  });
  if (way == InFlight::error) return khora::raise(Leak{7});
  return endless().rest();
}

}  // namespace

TEST_CASE("[c249] a finalizer raises, catches, waits and goes on on another thread, while an error or a stop is in flight", "[thread]") {
  for (const InFlight way : {InFlight::error, InFlight::stop}) {
    repeat(20, [way](int) {
      Crossing crossing;
      Log log;
      const auto fiber = Fiber<Int>::spawn([&] { return unwinding(way, crossing, log); });
      if (way == InFlight::stop) Fiber<Int>::cancel(fiber);
      crossing.send_on(fiber, 8, [&] { Fiber<Int>::wait(fiber).rest().drop(); });
      REQUIRE(log.lines() == std::vector<std::string>{"caught 3, got 13", "caught 4", "outer"});
      REQUIRE(Fiber<Int>::canceled(fiber) == (way == InFlight::stop));
      if (way == InFlight::error) {
        auto joined = Fiber<Int>::join(fiber);
        const auto leak = joined.caught<Leak>();
        REQUIRE(leak);
        REQUIRE(leak->mm == 7);
      }
    });
  }
}

TEST_CASE("[c248] a fiber knows itself on whatever thread it goes on", "[thread]") {
  repeat(5, [](int) {
    constexpr int hops = 10;
    std::vector<Crossing> crossings(hops);
    std::atomic<bool> same{true};
    std::atomic<int> done{0};
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      // One function, so that a compiler has what it found before a wait at hand after it.
      khora::detail::FiberState* const self = &khora::detail::current_fiber();
      const auto id = self->id();
      const khora::detail::Shield shield;
      for (Crossing& crossing : crossings) {
        khora::detail::FiberState& before = khora::detail::current_fiber();
        if (const Rest rest = crossing.pass().rest()) return rest;
        khora::detail::FiberState& after = khora::detail::current_fiber();
        const Note note(1);  // of the thread's own free blocks
        const bool child = Fiber<bool>::join(Fiber<bool>::spawn([self] { return &khora::detail::current_fiber() != self; })).answer();
        if (!child || &before != self || &after != self || after.id() != id || !after.in_cleanup() || note->number != 1) same = false;
        ++done;
      }
      return unit;
    });
    for (int hop = 0; hop < hops; ++hop) {
      crossings[static_cast<std::size_t>(hop)].send_on(fiber, hop, [&] {
        while (done <= hop) let_others_run();
      });
    }
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(same);
  });
}

TEST_CASE("a C++ exception that is being handled stays with its fiber", "[thread]") {
  repeat(10, [](int round) {
    // Two at a time, which wait inside their handlers and leave them in either order.
    Crossing crossings[2];
    std::atomic<int> right{0};
    const auto handling = [&](int which) {
      return Fiber<Unit>::spawn([&, which]() -> Tagged<Unit> {
        try {
          try {
            throw which;
          } catch (int) {
            if (const Rest rest = crossings[which].pass().rest()) return rest;
            throw;
          }
        } catch (int thrown) {
          if (thrown == which && std::uncaught_exceptions() == 0) ++right;
        }
        if (std::current_exception() == nullptr) ++right;
        return unit;
      });
    };
    const Fiber<Unit> fibers[2] = {handling(0), handling(1)};
    for (const int which : {round % 2, 1 - round % 2}) {
      crossings[which].send_on(fibers[which], 0, [&] { REQUIRE(Fiber<Unit>::wait(fibers[which]).answered()); });
    }
    REQUIRE(right == 4);
  });
}

TEST_CASE("threads of a C++ program call functions that wait", "[thread]") {
  if (backend_is("simulated")) return;  // which runs everything on one thread
  repeat(20, [](int) {
    constexpr int count = 4;
    const auto values = Ints::bounded(1);
    const auto cell = Shared<Int>::of(0);
    std::atomic<int> received{0};
    std::atomic<int> children{0};
    std::atomic<int> cleaned{0};
    std::atomic<int> leaks{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) {
      threads.emplace_back([&] {
        const Region region = Region::open();
        Region::defer(region, [&]() -> Tagged<Unit> {
          if (const Rest rest = pause_for(1).rest()) return rest;
          ++cleaned;
          return unit;
        });
        MaybeInt got;
        if (!Ints::receive(values).to(got)) received += static_cast<int>(got.as<MaybeInt::Some>().value.raw());
        auto failed = Fiber<Int>::join(Fiber<Int>::spawn([]() -> Tagged<Int> { return khora::raise(Leak{1}); }));
        if (failed.caught<Leak>()) ++leaks;
        const auto grown = [](Int n) -> Tagged<Int> {
          let_others_run();
          return n + 1;
        };
        for (int k = 0; k < 100; ++k) static_cast<void>(Shared<Int>::update(cell, grown).answered());
        static_cast<void>(khora::core::nursery([&](const Nursery& nursery) -> Tagged<Unit> {
                            for (int k = 0; k < 5; ++k) {
                              if (const Rest rest = nursery->spawn([&] { ++children; }).rest()) return rest;
                            }
                            return unit;
                          }).answered());
      });
    }
    const auto sender = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      for (int i = 0; i < count; ++i) {
        if (const Rest rest = Ints::send(values, i).rest()) return rest;
      }
      return unit;
    });
    for (std::thread& thread : threads) thread.join();
    REQUIRE(Fiber<Unit>::wait(sender).answered());
    REQUIRE(received == 0 + 1 + 2 + 3);
    REQUIRE(leaks == count);
    REQUIRE(Shared<Int>::get(cell) == 100 * count);
    REQUIRE(children == 5 * count);
    REQUIRE(cleaned == count);
  });
}
