// What the fiber runtime's primitives cost, in nanoseconds and bytes; `run.py` prints them as ratios to what stands beside them.
//
//   primitives yield | switch | check | stop | memory COUNT
#include <algorithm>
#include <boost/context/detail/fcontext.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "backend/backend.hpp"
#include "khora/native/channel.hpp"
#include "khora/native/fiber.hpp"

namespace {

using khora::Int;
using khora::Rest;
using khora::Tagged;
using khora::Unit;
using khora::unit;
using khora::core::Channel;
using khora::core::Fiber;
using khora::core::Option;
namespace detail = khora::detail;
namespace fcontext = boost::context::detail;

template <class Work>
double nanoseconds(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

/// The second of two runs, in which stacks and heap are warm.
template <class Work>
double warm(const Work& work) {
  nanoseconds(work);
  return nanoseconds(work);
}

void report(const char* what, double value) { std::printf("%s %.1f\n", what, value); }

void yield() {
  constexpr int times = 1'000'000;
  const auto work = [] {
    const auto yielding = []() -> Tagged<Unit> {
      for (int i = 0; i < times; ++i) {
        detail::FiberState& self = detail::current_fiber();
        self.home().yield(self);
      }
      return unit;
    };
    const auto first = Fiber<Unit>::spawn(yielding);
    const auto second = Fiber<Unit>::spawn(yielding);
    static_cast<void>(Fiber<Unit>::join(first));
    static_cast<void>(Fiber<Unit>::join(second));
  };
  const double start = nanoseconds(work);
  std::printf("1 %.0f\n2 %.0f\n", start / 1e6, nanoseconds(work) / 1e6);
}

/// Wakes `other`, which sleeps or is about to, and parks until it does the same.
void hand_over(detail::FiberState& self, detail::FiberState& other) {
  self.wait_cell().begin(detail::Interest::never);
  detail::Woken(other, other.wait_cell().epoch(), detail::WakeReason::event).resume();
  self.park();
}

/// Two fibers park and wake each other, over and over: two switches a round.
double park_and_wake(int rounds) {
  detail::FiberState& self = detail::current_fiber();
  const auto partner = Fiber<Unit>::spawn([&self, rounds]() -> Tagged<Unit> {
    detail::FiberState& other = detail::current_fiber();
    for (int i = 0; i < 2 * rounds; ++i) hand_over(other, self);
    detail::Woken(self, self.wait_cell().epoch(), detail::WakeReason::event).resume();
    return unit;
  });
  detail::FiberState& other = *partner.handle().fiber();
  self.wait_cell().begin(detail::Interest::never);
  self.park();  // the partner has begun and parks as it wakes this one
  const double spent = warm([&] {
    for (int i = 0; i < rounds; ++i) hand_over(self, other);
  });
  static_cast<void>(Fiber<Unit>::wait(partner));
  return spent / rounds / 2;
}

double bare_switch(int rounds) {
  std::vector<char> stack(64 * 1024);
  auto there = fcontext::make_fcontext(stack.data() + stack.size(), stack.size(), [](fcontext::transfer_t from) {
    for (;;) from = fcontext::jump_fcontext(from.fctx, nullptr);
  });
  return warm([&] {
    for (int i = 0; i < rounds; ++i) there = fcontext::jump_fcontext(there, nullptr).fctx;
  }) / rounds / 2;
}

void switches() {
  constexpr int rounds = 1'000'000;
  report("park_and_wake", park_and_wake(rounds));
  report("bare_switch", bare_switch(rounds));
}

[[gnu::noinline]] void checks(int count) {
  for (int i = 0; i < count; ++i) {
    if (khora::stop_pending()) std::abort();
  }
}
[[gnu::noinline]] void look_ups(int count) {
  for (int i = 0; i < count; ++i) {
    if (detail::current_fiber_or_null() == nullptr) std::abort();
  }
}

/// A check costs most while some other fiber has a stop that it has not acted on: one that computes without a point.
void check() {
  constexpr int count = 20'000'000;
  report("check", warm([] { checks(count); }) / count);
  std::atomic<bool> ends{false};
  const auto stopping = Fiber<Unit>::spawn([&ends]() -> Tagged<Unit> {
    while (!ends.load(std::memory_order_relaxed)) detail::spin_pause();
    return unit;
  });
  Fiber<Unit>::cancel(stopping);
  report("check_while_stopping", warm([] { checks(count); }) / count);
  report("look_up", warm([] { look_ups(count); }) / count);
  ends.store(true);
}

/// Fibers that are parked are canceled and joined, or sent a value and joined.
double ending(int count, bool by_stop) {
  return warm([&] {
    for (int i = 0; i < count; ++i) {
      const auto gate = Channel<Int>::bounded(1);
      const auto fiber = Fiber<Unit>::spawn([gate]() -> Tagged<Unit> { return Channel<Int>::receive(gate).rest(); });
      while (!detail::WaitCell::is_asleep(fiber.handle().fiber()->wait_cell().word().load())) {
        detail::FiberState& self = detail::current_fiber();
        self.home().yield(self);
      }
      if (by_stop) {
        Fiber<Unit>::cancel(fiber);
      } else {
        static_cast<void>(Channel<Int>::send(gate, 1));
      }
      static_cast<void>(Fiber<Unit>::wait(fiber));
    }
  }) / count;
}

void stop() {
  constexpr int count = 20'000;
  report("canceled", ending(count, true));
  report("woken", ending(count, false));
}

double status_bytes(std::string_view key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key)) return std::stod(line.substr(key.size() + 1)) * 1024;
  }
  return 0;
}

void memory(int count) {
  const auto ready = Channel<Int>::bounded(1024);
  const auto gate = Channel<Int>::bounded(1);
  std::vector<Fiber<Unit>> fibers;
  fibers.reserve(static_cast<std::size_t>(count));
  const double resident = status_bytes("VmRSS");
  const double tables = status_bytes("VmPTE");
  for (int i = 0; i < count; ++i) {
    fibers.push_back(Fiber<Unit>::spawn([ready, gate]() -> Tagged<Unit> {
      if (const Rest rest = Channel<Int>::send(ready, 1).rest()) return rest;
      return Channel<Int>::receive(gate).rest();
    }));
    if (i % 512 == 511) {
      for (int k = 0; k < 512; ++k) static_cast<void>(Channel<Int>::receive(ready));
    }
  }
  for (int k = count / 512 * 512; k < count; ++k) static_cast<void>(Channel<Int>::receive(ready));
  report("resident", (status_bytes("VmRSS") - resident) / count);
  report("tables", (status_bytes("VmPTE") - tables) / count);
  Channel<Int>::close(gate);
  for (const auto& fiber : fibers) static_cast<void>(Fiber<Unit>::wait(fiber));
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view what = count > 1 ? arguments[1] : "";
  const int number = count > 2 ? std::atoi(arguments[2]) : 100'000;
  // On a fiber of the backend that is measured; this thread itself is none.
  const auto main_fiber = Fiber<Unit>::spawn([=]() -> Tagged<Unit> {
    if (what == "yield") yield();
    if (what == "switch") switches();
    if (what == "check") check();
    if (what == "stop") stop();
    if (what == "memory") memory(number);
    return unit;
  });
  static_cast<void>(Fiber<Unit>::wait(main_fiber));
}
