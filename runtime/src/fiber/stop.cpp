// Stops: asking for them, delivering them downward, and the checks that act on them (concurrency.md 4, 9, 13.4).
#include <utility>
#include <vector>

#include "backend/backend.hpp"
#include "khora/detail/fiber_state.hpp"
#include "khora/detail/nursery_core.hpp"

namespace khora::detail {

std::atomic<std::uint32_t> attention{0};

bool FiberState::stops_at(Point point) {
  const StopLevel now = level_.load(std::memory_order_relaxed);
  if (now == StopLevel::none || pins() > 0) return false;
  if (in_cleanup()) {
    if (now != StopLevel::aborted || (frame_->after_abort_ && point == Point::entry)) return false;
  }
  act_on_stop();
  return true;
}

void FiberState::act_on_stop() {
  const std::scoped_lock lock(mutex_);
  (frame_ != nullptr ? frame_->acted_ : acted_) = true;
  recount();
}

/// A change function holds a stop off as well, but is too short for that to be worth counting.
void FiberState::recount() {
  const StopLevel now = level_.load(std::memory_order_relaxed);
  const bool acted = frame_ != nullptr ? frame_->acted_ : acted_;
  const bool could_act = now >= (in_cleanup() ? StopLevel::aborted : StopLevel::canceled) && !acted && !ended();
  if (could_act == counted_) return;
  counted_ = could_act;
  if (could_act) {
    attention.fetch_add(stop_unit, std::memory_order_seq_cst);
  } else {
    attention.fetch_sub(stop_unit, std::memory_order_seq_cst);
  }
}

void FiberState::new_level() {
  ++rises_;
  level_.store(Frame::seen_in(*this, frame_), std::memory_order_seq_cst);
  recount();
}

/// One request on its way through a fiber, its open nurseries' children, theirs, and so on. Iterative, and no lock is held while
/// another is taken.
class StopDelivery {
 public:
  explicit StopDelivery(StopLevel level) : level_(level) {}

  /// The whole fiber.
  void run(FiberState& fiber) {
    fiber.retain();
    reach(&fiber);
    deliver();
  }
  /// Only what it does inside a frame (`StopFrame::cancel`).
  void run(FiberState& owner, StopFrame*& place, NurseryCore& around) {
    {
      const std::scoped_lock lock(owner.mutex_);
      if (place != nullptr) {
        place->own_ = level_;
        owner.new_level();
        NurseryCore::collect_open(owner.open_nurseries_, &around, level_, nurseries_);
      }
    }
    around.retain();
    nurseries_.push_back(&around);
    deliver();
    // Under the lock: the frame cannot be left meanwhile, so a wait that is found belongs to it.
    Woken woken;
    {
      const std::scoped_lock lock(owner.mutex_);
      if (place != nullptr) woken = wake_from(owner);
    }
    woken.resume();
  }

 private:
  /// Goes down through the nurseries, then wakes whoever was reached, children before the fiber that waits for them.
  void deliver() {
    while (!nurseries_.empty()) {
      NurseryCore* nursery = nurseries_.back();
      nurseries_.pop_back();
      std::vector<FiberState*> children;
      nursery->note_owner_stop(level_, children);
      nursery->release();
      for (FiberState* child : children) reach(child);
    }
    for (std::size_t i = reached_.size(); i-- > 0;) {
      wake(*reached_[i]);
      reached_[i]->release();
    }
  }
  /// Takes over a reference; keeps it if the fiber's level rose. The nurseries that are open at that moment are the ones to go on
  /// to: one that is opened later, by cleanup, is not concerned.
  void reach(FiberState* fiber) {
    bool rose = false;
    {
      const std::scoped_lock lock(fiber->mutex_);
      if (!fiber->ended() && fiber->asked_.load(std::memory_order_relaxed) < level_) {
        fiber->asked_.store(level_, std::memory_order_relaxed);
        fiber->new_level();
        NurseryCore::collect_open(fiber->open_nurseries_, nullptr, level_, nurseries_);
        rose = true;
      }
    }
    if (rose) {
      reached_.push_back(fiber);
    } else {
      fiber->release();
    }
  }
  static void wake(FiberState& fiber) {
    Woken woken;
    {
      const std::scoped_lock lock(fiber.mutex_);
      woken = wake_from(fiber);
    }
    woken.resume();
  }
  /// Ends the wait that the fiber is in if what it does there is asked to stop. With its mutex held, so that it can neither enter nor leave
  /// a frame between the two.
  static Woken wake_from(FiberState& fiber) {
    WaitCell::Epoch epoch = 0;
    if (!fiber.wait_cell().stoppable(static_cast<std::uint8_t>(fiber.level()), epoch)) return Woken();
    return Woken(fiber, epoch, WakeReason::stop);
  }

  const StopLevel level_;
  std::vector<FiberState*> reached_;
  std::vector<NurseryCore*> nurseries_;
};

void StopFrame::cancel(FiberState& owner, StopFrame*& place, NurseryCore& around) {
  StopDelivery(StopLevel::canceled).run(owner, place, around);
}

void request_stop(FiberState& fiber, StopLevel level) {
  if (fiber.ended() || fiber.asked_.load(std::memory_order_relaxed) >= level) return;
  StopDelivery(level).run(fiber);
}

}  // namespace khora::detail
