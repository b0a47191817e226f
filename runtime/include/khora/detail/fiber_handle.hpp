// What a program can do with a fiber it holds (concurrency.md 7 and 8), without the answer's type.
#pragma once

#include <cstdint>
#include <utility>

#include "khora/detail/fiber_state.hpp"

namespace khora::detail {

/// Waits until `fiber` has ended. False: the caller gave up because of its own stop, which it now acts on.
bool await_end(FiberState& fiber, GiveUp give_up);
/// The same until `millis` have passed; a fiber that has ended by then counts as ended. Its own stop makes the caller give up and stop.
Awaited await_end_within(FiberState& fiber, std::int64_t millis);

/// Says that a fiber's error was told to nobody (concurrency.md 3.2).
void report_unjoined();

/// A counted handle. Letting the last one go waits for the fiber (concurrency.md 7.4).
class FiberHandle {
 public:
  FiberHandle() = default;
  /// The first handle of a new fiber; takes over one reference.
  explicit FiberHandle(FiberState* fiber) : fiber_(fiber) { fiber_->handles_.store(1, std::memory_order_relaxed); }
  FiberHandle(const FiberHandle& other) : fiber_(other.fiber_) {
    if (fiber_ != nullptr) fiber_->handles_.fetch_add(1, std::memory_order_relaxed);
  }
  FiberHandle(FiberHandle&& other) noexcept : fiber_(std::exchange(other.fiber_, nullptr)) {}
  FiberHandle& operator=(FiberHandle other) noexcept {
    std::swap(fiber_, other.fiber_);
    return *this;
  }
  ~FiberHandle() {
    if (fiber_ != nullptr && fiber_->handles_.fetch_sub(1, std::memory_order_acq_rel) == 1) release_last();
  }

  explicit operator bool() const { return fiber_ != nullptr; }
  FiberState* fiber() const { return fiber_; }

  /// Starts the fiber's body.
  void start() const;
  /// Answered: it ended so, and its answer may be read. Otherwise what the caller must return.
  Rest join() const;
  /// The same, but a stopped fiber is no reason to stop (`wait`), and neither is a detached one.
  Rest wait() const;
  /// Like `wait` for a fiber that must not be detached; `ending` then tells an answer from a stop.
  Rest outcome(Ending& ending) const;
  bool finished() const;
  bool canceled() const;
  void cancel() const { request_stop(*fiber_, StopLevel::canceled); }
  void abort() const { request_stop(*fiber_, StopLevel::aborted); }
  void cancel_within(std::int64_t millis) const;
  void detach() const;
  /// Notes that somebody was told of the fiber's error, so that releasing the handle is silent. False if it was noted before.
  bool take_error() const { return !fiber_->taken_.exchange(true, std::memory_order_acq_rel); }
  bool failed_untaken() const;

 private:
  void release_last() noexcept;
  Rest take_rest() const;
  bool detached() const;

  FiberState* fiber_ = nullptr;
};

/// Fibers that have been started and have not ended. The process does not wait for them.
std::int64_t running_fibers();

}  // namespace khora::detail
