#include "khora/detail/fiber_handle.hpp"

#include <algorithm>

#include "backend/backend.hpp"
#include "backend/timers.hpp"
#include "khora/release.hpp"
#include "khora/trap.hpp"

namespace khora::detail {

bool await_end(FiberState& fiber, GiveUp give_up) {
  if (fiber.ended()) return true;
  FiberState& self = current_fiber();
  Interest interest = give_up == GiveUp::only_pass ? Interest::aborted : self.interest(/*answers_when_pinned=*/false);
  bool stopped = false;
  WaitNode node(self);
  for (;;) {
    WakeReason reason = WakeReason::stop;
    {
      std::unique_lock lock(fiber.mutex_);
      if (fiber.ended()) break;
      node.epoch = self.wait_cell().begin(interest);
      if (!self.reaches(interest)) {
        fiber.joiners_.push(node);
        lock.unlock();
        reason = self.park();
        lock.lock();
        fiber.joiners_.remove(node);
      }
    }
    if (reason != WakeReason::stop) continue;
    const StopLevel level = self.level();
    stopped = true;
    if (give_up == GiveUp::stop) break;
    request_stop(fiber, level);
    interest = level == StopLevel::aborted ? Interest::never : Interest::aborted;
  }
  if (give_up == GiveUp::only_pass || !stopped) return true;
  self.act_on_stop();
  return false;
}

Awaited await_end_within(FiberState& fiber, std::int64_t millis) {
  if (fiber.ended()) return Awaited::ended;
  FiberState& self = current_fiber();
  const Interest interest = self.interest(/*answers_when_pinned=*/false);
  const Time deadline = self.home().now() + bounded_millis(millis);
  WaitNode node(self);
  for (;;) {
    WakeReason reason = WakeReason::stop;
    {
      std::unique_lock lock(fiber.mutex_);
      if (fiber.ended()) return Awaited::ended;
      node.epoch = self.wait_cell().begin(interest);
      if (!self.reaches(interest)) {
        fiber.joiners_.push(node);
        lock.unlock();
        reason = self.park(deadline);
        lock.lock();
        fiber.joiners_.remove(node);
        if (fiber.ended()) return Awaited::ended;
      }
    }
    if (reason == WakeReason::deadline) return Awaited::late;
    if (reason == WakeReason::event) continue;
    self.act_on_stop();
    return Awaited::stopped;
  }
}

void report_unjoined() { report_line("khora: a fiber ended with an error nobody was waiting for"); }

void FiberHandle::start() const {
  fiber_->retain();
  start_fiber(fiber_);
}

Rest FiberHandle::take_rest() const {
  if (fiber_->ending() != Ending::failed) return Rest();
  take_error();
  fiber_->error()->retain();
  return Rest(fiber_->error());
}

Rest FiberHandle::join() const {
  if (detached()) fatal("this fiber was detached, and a fiber that was let go has no answer to join");
  if (!await_end(*fiber_, GiveUp::stop)) return stopped;
  return fiber_->ending() == Ending::stopped ? stopped : take_rest();
}

Rest FiberHandle::wait() const {
  if (detached()) return Rest();
  if (!await_end(*fiber_, GiveUp::stop)) return stopped;
  return take_rest();
}

Rest FiberHandle::outcome(Ending& ending) const {
  if (detached()) fatal("this fiber was detached, and a fiber that was let go has no outcome");
  if (!await_end(*fiber_, GiveUp::stop)) return stopped;
  ending = fiber_->ending();
  return take_rest();
}

bool FiberHandle::detached() const { return fiber_->detached_.load(std::memory_order_acquire); }

bool FiberHandle::finished() const { return fiber_->ended() || detached(); }

bool FiberHandle::canceled() const { return fiber_->ending() == Ending::stopped && !detached(); }

void FiberHandle::cancel_within(std::int64_t millis) const {
  if (fiber_->ended()) return;
  cancel();
  const std::chrono::milliseconds grace = bounded_millis(millis);
  if (grace.count() == 0) {
    abort();
  } else if (timers().add_abort(*fiber_, backend().now() + grace)) {
    timers_changed();
  }
}

void FiberHandle::detach() const {
  bool unwanted = false;
  {
    const std::scoped_lock lock(fiber_->mutex_);
    unwanted = !fiber_->detached_.exchange(true, std::memory_order_acq_rel) && fiber_->ended();
  }
  if (unwanted) {
    const ReleasePause pause;
    fiber_->discard();
  }
  cancel();
}

bool FiberHandle::failed_untaken() const {
  return fiber_->ending() == Ending::failed && !fiber_->taken_.load(std::memory_order_acquire);
}

[[gnu::noinline]] void FiberHandle::release_last() noexcept {
  const ReleasePause pause;
  FiberState* fiber = fiber_;
  if (fiber == current_fiber_or_null() && !fiber->ended()) {
    // The last handle was the fiber's own: nobody can wait for it or ask it anything.
    const std::scoped_lock lock(fiber->mutex_);
    fiber->detached_ = true;
  }
  if (!detached()) {
    if (!fiber->ended()) {
      const StopLevel level = current_fiber().level();
      if (level != StopLevel::none) request_stop(*fiber, level);
      await_end(*fiber, GiveUp::only_pass);
    }
    if (failed_untaken()) report_unjoined();
    fiber->discard();
  }
  fiber->release();
}

}  // namespace khora::detail
