#include "khora/detail/fiber_state.hpp"

#include <utility>

#include "backend/backend.hpp"
#include "backend/timers.hpp"
#include "core/tally.hpp"
#include "fiber/fiber_list.hpp"
#include "khora/detail/fiber_handle.hpp"
#include "khora/detail/nursery_core.hpp"
#include "park/steps.hpp"

namespace khora::detail {
namespace {

std::atomic<std::uint64_t> last_id{0};

}  // namespace

std::int64_t running_fibers() {
  // In this order: a fiber that starts or ends meanwhile makes the answer too large, never too small.
  const std::int64_t ended = tallied(Tallied::fibers_ended);
  return tallied(Tallied::fibers_started) - ended;
}

FiberState::FiberState(FiberKind kind)
    : id_(kind == FiberKind::spawned ? last_id.fetch_add(1, std::memory_order_relaxed) + 1 : 0), kind_(kind) {
  chances = static_cast<std::uint32_t>(id_ * 0x9E3779B9u) | 1u;
}

void start_fiber(FiberState* fiber, RunBy who) {
  tally(Tallied::fibers_started, 1);
  if (fibers_are_listed) add_to_list(*fiber);
  (who == RunBy::own_thread ? plain_backend() : backend()).start(fiber);
}

FiberState::~FiberState() { error_.drop(); }

WakeReason FiberState::park(Time deadline) {
  reached(Step::before_park);
  home_->suspend(*this, deadline);
  while (!wait_cell_.over()) {
    // Somebody asked it to stop on its way to sleep.
    wait_cell_.look();
    if (reaches(wait_cell_.interest())) {
      wait_cell_.try_wake(wait_cell_.epoch(), WakeReason::stop);
    } else {
      home_->suspend(*this, deadline);
    }
  }
  return wait_cell_.finish();
}

void FiberState::execute() { finish(run_body()); }

void FiberState::discard() {
  discard_answer();
  std::exchange(error_, Rest()).drop();
}

void FiberState::finish(Rest rest) {
  if (rest.raised()) rest.error()->share_payload();
  ChildLink* links = nullptr;
  bool unwanted = false;
  bool has_nurseries = false;
  bool has_joiners = false;
  Woken joiner;
  {
    const std::scoped_lock lock(mutex_);
    error_ = rest;
    ending_.store(rest.raised() ? Ending::failed : rest.stopped() ? Ending::stopped : Ending::answered,
                  std::memory_order_seq_cst);
    recount();
    links = std::exchange(links_, nullptr);
    unwanted = detached_.load(std::memory_order_relaxed);
    has_nurseries = open_nurseries_ != nullptr;
    if (links == nullptr) joiners_.wake_one(joiner);
    has_joiners = !joiners_.empty();
  }
  if (had_deadlines_.load(std::memory_order_seq_cst)) timers().drop_aborts(*this);
  if (fibers_are_listed && kind_ == FiberKind::spawned) take_from_list(*this);
  // What is left runs no code of the program, unless the answer has to go here.
  if (kind_ == FiberKind::spawned && !unwanted) tally(Tallied::fibers_ended, 1);
  if (has_nurseries) NurseryCore::abandon_owned(*this);
  // The nurseries first: when somebody who waited for this fiber goes on, its siblings have been asked to stop and its place in
  // a bounded nursery is free.
  while (links != nullptr) links = NurseryCore::child_ended(links);
  joiner.resume();
  while (has_joiners) {
    Woken next;
    {
      const std::scoped_lock lock(mutex_);
      joiners_.wake_one(next);
      has_joiners = !joiners_.empty();
    }
    next.resume();
  }
  if (!unwanted) return;
  discard();
  if (kind_ == FiberKind::spawned) tally(Tallied::fibers_ended, 1);
}

}  // namespace khora::detail
