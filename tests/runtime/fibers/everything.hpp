// What the tests of fibers share.
#pragma once

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "backend/backend.hpp"
#include "context/sanitizers.hpp"
#include "khora/detail/fiber_handle.hpp"
#include "khora/memory.hpp"
#include "khora/native/channel.hpp"
#include "khora/native/fiber.hpp"
#include "khora/native/fibers.hpp"
#include "khora/native/region.hpp"
#include "khora/native/scoped.hpp"
#include "khora/native/shared.hpp"
#include "khora/native/shared_fn.hpp"
#include "khora/ref.hpp"
#include "khora/trap.hpp"

namespace khora_test {

using khora::Fn;
using khora::Int;
using khora::Rest;
using khora::stopped;
using khora::Tagged;
using khora::Unit;
using khora::unit;
using khora::core::Changed;
using khora::core::Channel;
using khora::core::ChildFailed;
using khora::core::Claim;
using khora::core::Fiber;
using khora::core::Fibers;
using khora::core::Nursery;
using khora::core::Option;
using khora::core::Outcome;
using khora::core::Region;
using khora::core::Scope;
using khora::core::Shared;

/// An error for fibers to raise.
struct Leak {
  Int mm;
};
struct Spill {
  Int liters;
};

/// For loops that wait for a flag: a fiber on the scheduler must not keep its worker.
inline void let_others_run() {
  khora::detail::FiberState& self = khora::detail::current_fiber();
  self.home().yield(self);
  std::this_thread::yield();
}

/// A counted object on the heap, to see that values are released.
struct NoteFields {
  Int number;
  static constexpr auto fields = std::tuple{&NoteFields::number};
};
class Note : public khora::Ref<NoteFields> {
 public:
  Note() = default;
  explicit Note(int number) : khora::Ref<NoteFields>(NoteFields{number}) {}
};

/// Runs `body` many times and requires that nothing is left of it: no object, no error, no stop in the attention word, no fiber.
template <class Body>
void repeat(int times, const Body& body) {
  const auto objects = khora::detail::live_objects();
  const auto errors = khora::detail::live_errors();
  for (int round = 0; round < times; ++round) body(round);
  // A fiber's last steps come after those who wait for it have been woken.
  while (khora::detail::running_fibers() > 0) let_others_run();
  while (khora::detail::live_objects() != objects || khora::detail::live_errors() != errors) let_others_run();
  REQUIRE((khora::detail::attention.load() & ~1u) == 0);
}

/// Returns when the fiber is asleep in a wait.
template <class A>
void until_waiting(const Fiber<A>& fiber) {
  while (!khora::detail::WaitCell::is_asleep(fiber.handle().fiber()->wait_cell().word().load())) {
    let_others_run();
  }
}

/// Returns when `flag` is set.
inline void until(const std::atomic<bool>& flag) {
  while (!flag.load()) let_others_run();
}

/// What `for (;;) { .. }` is in emitted code.
inline Tagged<Unit> endless() {
  for (;;) {
    if (khora::stop_pending()) return stopped;
  }
}

inline Tagged<Unit> pause_for(std::int64_t millis) {
  if (!khora::detail::sleep_millis(millis)) return stopped;
  return unit;
}

/// Lines that fibers leave behind.
class Log {
 public:
  void add(const std::string& line) {
    const std::scoped_lock lock(mutex_);
    lines_.push_back(line);
  }
  std::vector<std::string> lines() const {
    const std::scoped_lock lock(mutex_);
    return lines_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

/// Runs `body` on a fiber and answers how that ended.
template <class A = Unit, class Body>
khora::detail::Ending ending_of(Body body) {
  const auto fiber = Fiber<A>::spawn(std::move(body));
  const Rest rest = Fiber<A>::wait(fiber).rest();
  rest.drop();
  return fiber.handle().fiber()->ending();
}

class Stopwatch {
 public:
  std::int64_t millis() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(khora::detail::backend().now() - start_).count();
  }

 private:
  khora::detail::Time start_ = khora::detail::backend().now();
};

inline bool backend_is(const char* name) {
  const char* backend = std::getenv("KHORA_FIBERS");
  return backend != nullptr && std::string(backend) == name;
}
/// Whether fibers are coroutines, so that many of them are cheap.
inline bool on_scheduler() { return backend_is("scheduler"); }

/// How many fibers a test has at the same time: the first number where they are cheap, the second where each has a thread.
inline int fibers_at_once(int on_coroutines, int on_threads) {
#if defined(KHORA_DETAIL_TSAN)
  on_coroutines = std::min(on_coroutines, 1000);  // ThreadSanitizer makes them slowly, and ends a program that has more than 8,128
#elif defined(KHORA_DETAIL_ASAN)
  on_coroutines = std::min(on_coroutines, 20000);
#endif
  return on_scheduler() ? on_coroutines : on_threads;
}

}  // namespace khora_test

template <>
struct khora::ErrorName<khora_test::Leak> {
  static constexpr const char* value = "Leak";
};
template <>
struct khora::ErrorName<khora_test::Spill> {
  static constexpr const char* value = "Spill";
};
