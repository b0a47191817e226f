// Deadlines: of waits, and of `Fiber::cancel_within`.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

#include "khora/detail/fiber_state.hpp"

namespace khora::detail {

/// One pending deadline, either of a wait (then on the waiting fiber's stack) or of a `cancel_within` (then owned by the timers).
struct TimerNode {
  Time deadline;
  FiberState* fiber;
  WaitCell::Epoch epoch = 0;
  bool aborts = false;
  std::size_t place = npos;              // in the heap
  TimerNode* next_of_fiber = nullptr;
  static constexpr std::size_t npos = ~std::size_t{0};
};

/// A heap of deadlines. Whoever owns it calls `fire` when `next` has come.
class Timers {
 public:
  /// Adds the deadline of a wait. True if it is now the earliest. `remove` it before the node dies.
  bool add(TimerNode& node);
  void remove(TimerNode& node);
  /// Aborts `fiber` at `deadline` unless it ends before. True if that is now the earliest deadline.
  bool add_abort(FiberState& fiber, Time deadline);
  /// Forgets the pending aborts of a fiber that has ended.
  void drop_aborts(FiberState& fiber);
  /// The earliest deadline, `no_deadline` if there is none.
  Time next() const { return next_.load(std::memory_order_seq_cst); }
  /// Wakes and aborts whoever is due. Returns how many there were.
  std::size_t fire(Time now);

 private:
  void insert(TimerNode* node);
  void erase(TimerNode* node);
  void sift_up(std::size_t place);
  void sift_down(std::size_t place);
  void put(std::size_t place, TimerNode* node) {
    heap_[place] = node;
    node->place = place;
  }
  void note_next() { next_.store(heap_.empty() ? no_deadline : heap_.front()->deadline, std::memory_order_seq_cst); }

  std::mutex mutex_;
  std::vector<TimerNode*> heap_;
  std::atomic<Time> next_{no_deadline};
};

/// The process's timers, served by the helper thread, which they start when needed.
Timers& timers();
/// Makes sure that the helper thread looks at the clock again no later than at the earliest deadline.
void timers_changed();

}  // namespace khora::detail
