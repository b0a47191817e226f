// A queue of waiting fibers. Its owner's lock guards it.
#pragma once

#include <cstdint>

#include "khora/detail/wait_cell.hpp"

namespace khora::detail {

class FiberState;

/// A fiber whose wait somebody ended. If it was asleep it must be resumed, after every lock has been given back.
class Woken {
 public:
  Woken() = default;
  /// Ends the wait `epoch` of `fiber`, which must exist. `won` says whether this ended it; then `resume` must be called once.
  Woken(FiberState& fiber, WaitCell::Epoch epoch, WakeReason reason);
  bool won() const { return won_; }
  void resume();

 private:
  bool won_ = false;
  bool held_ = false;
  FiberState* fiber_ = nullptr;
};

/// One fiber's place in a queue, on its stack.
struct WaitNode {
  explicit WaitNode(FiberState& waiter);
  FiberState* fiber;
  WaitCell::Epoch epoch = 0;
  WaitNode* previous = nullptr;
  WaitNode* next = nullptr;
  bool queued = false;
  bool granted = false;   // what it waits for was handed to it
  bool closed = false;    // it was woken because there will be nothing more
  void* slot = nullptr;   // where a value comes from or goes to
};

class WaitQueue {
 public:
  bool empty() const { return first_ == nullptr; }
  /// Who has waited longest; null if nobody waits.
  const WaitNode* first() const { return first_; }
  void push(WaitNode& node);
  /// Puts `node` ahead of everybody.
  void push_front(WaitNode& node);
  /// Takes `node` out if it is still in.
  void remove(WaitNode& node);
  /// Takes out a fiber whose wait was still open and ends that wait. Null if there is none. The node is valid as long as the
  /// owner's lock is held: a fiber that was woken takes that lock before it goes on.
  WaitNode* wake_one(Woken& woken);

 private:
  /// Who goes first: the one that has waited longest, but for the simulated backend, which tries every order.
  WaitNode* pick() const;

  WaitNode* first_ = nullptr;
  WaitNode* last_ = nullptr;
};

}  // namespace khora::detail
