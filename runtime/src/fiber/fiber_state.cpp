#include "khora/detail/fiber_state.hpp"

#include <utility>

#include "backend/backend.hpp"
#include "backend/timers.hpp"
#include "khora/detail/fiber_handle.hpp"
#include "khora/detail/nursery_core.hpp"

namespace khora::detail {
namespace {

std::atomic<std::uint64_t> last_id{0};
std::atomic<std::int64_t> running{0};

}  // namespace

std::int64_t running_fibers() { return running.load(std::memory_order_acquire); }

FiberState::FiberState(FiberKind kind)
    : id_(kind == FiberKind::spawned ? last_id.fetch_add(1, std::memory_order_relaxed) + 1 : 0), kind_(kind) {}

void start_fiber(FiberState* fiber) {
  running.fetch_add(1, std::memory_order_relaxed);
  backend().start(fiber);
}

FiberState::~FiberState() { error_.drop(); }

WakeReason FiberState::park(Time deadline) {
  home_->suspend(*this, deadline);
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
  {
    const std::scoped_lock lock(mutex_);
    error_ = rest;
    ending_.store(rest.raised() ? Ending::failed : rest.stopped() ? Ending::stopped : Ending::answered,
                  std::memory_order_release);
    recount();
    links = std::exchange(links_, nullptr);
    unwanted = detached_;
  }
  timers().drop_aborts(*this);
  // What is left runs no code of the program, unless the answer has to go here.
  if (kind_ == FiberKind::spawned && !unwanted) running.fetch_sub(1, std::memory_order_release);
  NurseryCore::abandon_owned(*this);
  // The nurseries first: when somebody who waited for this fiber goes on, its siblings have been asked to stop and its place in
  // a bounded nursery is free.
  while (links != nullptr) links = NurseryCore::child_ended(links);
  for (;;) {
    Woken woken;
    {
      const std::scoped_lock lock(mutex_);
      if (joiners_.wake_one(woken) == nullptr) break;
    }
    woken.resume();
  }
  if (!unwanted) return;
  discard();
  if (kind_ == FiberKind::spawned) running.fetch_sub(1, std::memory_order_release);
}

}  // namespace khora::detail
