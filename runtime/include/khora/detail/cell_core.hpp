// The lock of a shared cell (concurrency.md 13).
#pragma once

#include <atomic>
#include <cstdint>

#include "khora/detail/fiber_state.hpp"

namespace khora::detail {

/// What an operation wants to do with the cell, for the message about re-entry.
enum class CellUse : std::uint8_t { read, write, update };

/// A lock that belongs to a fiber and gives waiting fibers' workers back. The cell's value may be touched only by its holder.
///
/// Whoever comes first after an `unlock` gets the lock, even if others have waited longer: handing it over would make every update of
/// a contended cell a switch. A fiber that waited and came too late once is handed it, so nobody waits for ever.
class CellCore {
 public:
  /// Waits as long as it takes; not a point. Ends the program if this fiber holds the lock already.
  void lock(CellUse use) {
    FiberState& self = current_fiber();
    if (!take_free(self)) wait_for_lock(self, use, Interest::never);
  }
  /// A point while it waits. False: the caller was stopped.
  bool lock_for_update();
  void unlock() {
    holder_.store(nullptr, std::memory_order_relaxed);
    std::uint32_t word = word_.load(std::memory_order_relaxed);
    const bool wakes = (word & waiters) != 0 && (word & (waking | late)) != waking;
    if (wakes || !word_.compare_exchange_strong(word, word & ~held, std::memory_order_release, std::memory_order_relaxed)) {
      unlock_for_waiter();
    }
  }

 private:
  static constexpr std::uint32_t held = 1;
  static constexpr std::uint32_t waiters = 2;  // the queue is not empty
  static constexpr std::uint32_t waking = 4;   // a waiter was woken and has not come back yet
  static constexpr std::uint32_t late = 8;     // the first of the queue came too late once

  bool take_free(FiberState& self) {
    std::uint32_t word = word_.load(std::memory_order_relaxed);
    if ((word & held) != 0 || !word_.compare_exchange_strong(word, word | held, std::memory_order_acquire, std::memory_order_relaxed)) {
      return false;
    }
    holder_.store(&self, std::memory_order_relaxed);
    return true;
  }
  bool wait_for_lock(FiberState& self, CellUse use, Interest interest);
  void unlock_for_waiter();
  /// With queue_lock_ held: takes the lock if it is free, or says that somebody waits. True: taken.
  bool take_or_announce(FiberState& self, bool was_woken);
  /// With queue_lock_ held: makes the bits about the queue true. While somebody else may hold or take the lock.
  void note_queue(std::uint32_t waking_bit);

  std::atomic<std::uint32_t> word_{0};
  std::atomic<FiberState*> holder_{nullptr};
  SpinLock queue_lock_;  // guards the queue and all bits but `held`
  WaitQueue queue_;
};

/// Holds a cell for a change function: between construction and destruction nothing stops this fiber (13.4).
class ChangeGuard {
 public:
  explicit ChangeGuard(FiberState& fiber) : fiber_(fiber) { fiber_.pin(); }
  ChangeGuard(const ChangeGuard&) = delete;
  ChangeGuard& operator=(const ChangeGuard&) = delete;
  ~ChangeGuard() { fiber_.unpin(); }

 private:
  FiberState& fiber_;
};

/// The point right after an operation that has happened (4.2, 6 and 7): true if the caller must stop.
bool stop_after();

}  // namespace khora::detail
