// The lock of a shared cell (concurrency.md 13).
#pragma once

#include <cstdint>
#include <mutex>

#include "khora/detail/fiber_state.hpp"

namespace khora::detail {

/// What an operation wants to do with the cell, for the message about re-entry.
enum class CellUse : std::uint8_t { read, write, update };

/// A lock that belongs to a fiber and gives waiting fibers' workers back. The cell's value may be touched only by its holder.
class CellCore {
 public:
  /// Waits as long as it takes; not a point. Ends the program if this fiber holds the lock already.
  void lock(CellUse use);
  /// A point while it waits. False: the caller was stopped.
  bool lock_for_update();
  void unlock();

 private:
  bool acquire(CellUse use, Interest interest);

  std::mutex mutex_;
  FiberState* holder_ = nullptr;
  WaitQueue waiters_;
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
