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
  if (frame_ != nullptr) {
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
  const bool could_act = now != StopLevel::none && !ended() &&
                         (frame_ != nullptr ? now == StopLevel::aborted && !frame_->acted_ : !acted_);
  if (could_act == counted_) return;
  counted_ = could_act;
  if (could_act) {
    attention.fetch_add(stop_unit, std::memory_order_seq_cst);
  } else {
    attention.fetch_sub(stop_unit, std::memory_order_seq_cst);
  }
}

Shield::Shield() : fiber_(current_fiber()), outer_(nullptr) {
  const std::scoped_lock lock(fiber_.mutex_);
  outer_ = std::exchange(fiber_.frame_, this);
  after_abort_ = fiber_.level_.load(std::memory_order_relaxed) == StopLevel::aborted;
  fiber_.recount();
}

Shield::~Shield() {
  const std::scoped_lock lock(fiber_.mutex_);
  fiber_.frame_ = outer_;
  fiber_.recount();
}

/// One request on its way through a fiber, its open nurseries' children, theirs, and so on. Iterative, and no lock is held while
/// another is taken.
class StopDelivery {
 public:
  explicit StopDelivery(StopLevel level) : level_(level) {}

  void run(FiberState& fiber) {
    fiber.retain();
    reach(&fiber);
    while (!nurseries_.empty()) {
      NurseryCore* nursery = nurseries_.back();
      nurseries_.pop_back();
      std::vector<FiberState*> children;
      nursery->note_owner_stop(level_, children);
      nursery->release();
      for (FiberState* child : children) reach(child);
    }
    // Children are woken before the fiber that waits for them.
    for (std::size_t i = reached_.size(); i-- > 0;) {
      wake(*reached_[i]);
      reached_[i]->release();
    }
  }

 private:
  /// Takes over a reference; keeps it if the fiber's level rose. The nurseries that are open at that moment are the ones to go on
  /// to: one that is opened later, by cleanup, is not concerned.
  void reach(FiberState* fiber) {
    bool rose = false;
    {
      const std::scoped_lock lock(fiber->mutex_);
      if (!fiber->ended() && fiber->level() < level_) {
        fiber->level_.store(level_, std::memory_order_seq_cst);
        fiber->recount();
        NurseryCore::collect_open(fiber->open_nurseries_, nurseries_);
        rose = true;
      }
    }
    if (rose) {
      reached_.push_back(fiber);
    } else {
      fiber->release();
    }
  }
  void wake(FiberState& fiber) {
    WaitCell::Epoch epoch = 0;
    if (!fiber.wait_cell().stoppable(static_cast<std::uint8_t>(level_), epoch)) return;
    Woken(fiber, epoch, WakeReason::stop).resume();
  }

  const StopLevel level_;
  std::vector<FiberState*> reached_;
  std::vector<NurseryCore*> nurseries_;
};

void request_stop(FiberState& fiber, StopLevel level) {
  if (fiber.ended() || fiber.level() >= level) return;
  StopDelivery(level).run(fiber);
}

}  // namespace khora::detail
