// Deadlines: of waits, of `Fiber::cancel_within`, and of whatever else minds one.
#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include "khora/detail/fiber_state.hpp"
#include "khora/detail/spin_lock.hpp"

namespace khora::detail {

/// What minds a deadline without waiting for it. Counted, since it may be ended while it is being told.
class DeadlineListener {
 public:
  virtual void keep() = 0;
  virtual void let_go() = 0;
  /// On the thread that serves the timers, with no lock held.
  virtual void deadline_passed() = 0;

 protected:
  ~DeadlineListener() = default;
};

/// One pending deadline: of a wait (then on the waiting fiber's stack), of a `cancel_within` (then owned by the timers), or of a listener
/// (which then has it).
struct TimerNode {
  Time deadline;
  FiberState* fiber;
  WaitCell::Epoch epoch = 0;
  bool aborts = false;
  DeadlineListener* listener = nullptr;
  TimerNode* next_of_fiber = nullptr;
  // Its place in the wheel.
  std::uint64_t tick = 0;
  TimerNode** link = nullptr;  // what points at this node; null: not in the wheel
  TimerNode* next = nullptr;
};

/// The deadlines in a hierarchical timing wheel: adding and removing one costs the same whatever their number. Time passes in ticks of a
/// millisecond, and a deadline is met at the end of its tick, never before. The wheel of the lowest level has a slot for each of the
/// next ticks, and a slot of a higher one stands for a whole turn of the wheel below it, over which its nodes are spread when that turn
/// begins. Whoever owns the timers calls `fire` when `next` has come.
class Timers {
 public:
  /// Adds the deadline of a wait or of a listener. True if `next` is now earlier. `remove` it before the node dies.
  bool add(TimerNode& node);
  void remove(TimerNode& node);
  /// Aborts `fiber` at `deadline` unless it ends before. True if `next` is now earlier.
  bool add_abort(FiberState& fiber, Time deadline);
  /// Forgets the pending aborts of a fiber that has ended.
  void drop_aborts(FiberState& fiber);
  /// When to call `fire` again: no later than the earliest deadline, `no_deadline` if there is none.
  Time next() const { return next_.load(std::memory_order_seq_cst); }
  /// Wakes, aborts and tells whoever is due. Answers how many deadlines that were.
  std::size_t fire(Time now);

 private:
  static constexpr std::chrono::milliseconds tick_length{1};
  static constexpr int level_bits = 8;
  static constexpr std::size_t slots = std::size_t{1} << level_bits;
  static constexpr int levels = 5;  // 2^40 ticks; what lies farther ahead is put in again then

  /// Lists of nodes, and which of them are not empty.
  struct Wheel {
    std::array<TimerNode*, slots> first{};
    std::array<std::uint64_t, slots / 64> used{};  // a slot that has become empty keeps its bit until its turn
    void set_used(std::size_t slot) { used[slot / 64] |= std::uint64_t{1} << (slot % 64); }
    void set_unused(std::size_t slot) { used[slot / 64] &= ~(std::uint64_t{1} << (slot % 64)); }
    /// How many slots after `from`, counted around, the next one in use is; 0 if there is none.
    std::size_t distance(std::size_t from) const;
  };

  static std::uint64_t tick_at(Time time);      // the last one that has ended by then
  static std::uint64_t tick_of(Time deadline);  // the first one that ends no earlier
  /// Answers the tick at which the node is due or to be spread.
  std::uint64_t insert(TimerNode& node);
  void take_out(TimerNode& node);
  /// Notes that something is to be done at `tick`. True if that is earlier than anything before.
  bool note_next(std::uint64_t tick);
  /// The next tick after this one at which something is due or to be spread; the largest number if there is none.
  std::uint64_t next_event() const;
  /// Spreads the nodes of the higher slots whose turn begins with the current tick.
  void spread();
  void forget_abort(TimerNode& node);

  SpinLock lock_;
  std::uint64_t now_ = 0;  // the last tick whose deadlines have been met
  std::size_t count_ = 0;
  std::array<Wheel, levels> wheels_;
  std::atomic<Time> next_{no_deadline};
};

/// The process's timers, served by the helper thread, which they start when needed.
Timers& timers();
/// Makes sure that the helper thread looks at the clock again no later than at the earliest deadline.
void timers_changed();

}  // namespace khora::detail
