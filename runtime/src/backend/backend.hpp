// Who runs a fiber. Everything that is not determined by the program is behind this interface: time, which fiber runs next,
// which waiting fiber is served first.
#pragma once

#include <cstddef>
#include <cstdint>

#include "khora/detail/blocking.hpp"
#include "khora/detail/fiber_state.hpp"

namespace khora::detail {

class Backend {
 public:
  /// Starts `fiber`, whose home this becomes. Takes over one reference. Any thread.
  virtual void start(FiberState* fiber) = 0;
  /// On the current fiber, in an open wait: sleeps until somebody wakes it or `deadline` passes, then returns.
  virtual void suspend(FiberState& self, Time deadline) = 0;
  /// Makes a fiber runnable that was woken asleep. Any thread; `fiber` may be gone if it lives on a thread of its own.
  virtual void resume(FiberState* fiber) noexcept = 0;
  /// On the current fiber: lets others run if there are any.
  virtual void yield(FiberState& self) = 0;
  /// Runs a call that blocks without holding a worker. On the current fiber, which is not stopped meanwhile.
  virtual void block(FiberState& self, BlockingJob& job) = 0;
  virtual Time now() = 0;
  /// Whether the current fiber should let others run at the check it is at. Asked only while `yield_bit` is set.
  virtual bool yields_now() { return false; }
  /// Which of `count` equal candidates goes first, from 0.
  virtual std::size_t choose(std::size_t count) {
    static_cast<void>(count);
    return 0;
  }
  /// Runs `body` as the root fiber and returns when it has ended, on whichever thread that is.
  virtual void run_root(FiberState& root, void (*body)(void*), void* argument) = 0;

 protected:
  ~Backend() = default;
};

/// The backend of spawned fibers, as KHORA_FIBERS chooses.
Backend& backend();
/// What runs fibers that have a thread to themselves.
Backend& threads_backend();
Backend& scheduler_backend();
Backend& simulated_backend();
/// What runs C++ threads that call Khora code, and fibers that have a thread of their own on any backend.
Backend& plain_backend();

/// Tells the thread which fiber it runs; null for none. Backends only.
void set_current_fiber(FiberState* fiber);

/// Asks checks to look at whether their worker wants its fiber to yield, through the lowest bit of the attention word.
inline constexpr std::uint32_t yield_bit = 1;
inline constexpr std::uint32_t stop_unit = 2;

}  // namespace khora::detail
