#include "khora/detail/cell_core.hpp"

#include <mutex>
#include <string>

#include "khora/trap.hpp"

namespace khora::detail {

bool CellCore::lock_for_update() {
  FiberState& self = current_fiber();
  if (take_free(self)) return true;
  if (wait_for_lock(self, CellUse::update, self.interest(/*answers_when_pinned=*/false))) return true;
  self.act_on_stop();
  return false;
}

[[gnu::noinline]] bool CellCore::wait_for_lock(FiberState& self, CellUse use, Interest interest) {
  if (holder_.load(std::memory_order_relaxed) == &self) {
    const char* what = use == CellUse::read ? "read" : use == CellUse::write ? "write" : "update";
    trap(std::string("this fiber is inside an update of the cell and so cannot also ") + what + " it");
  }
  constexpr int pauses = 40;
  for (int i = 0; i < pauses; ++i) {
    if (take_free(self)) return true;
    spin_pause();
  }
  WaitNode node(self);
  bool came_late = false;  // woken once, and somebody else was faster
  Woken next;
  std::unique_lock lock(queue_lock_);
  for (;;) {
    if (take_or_announce(self)) return true;
    node.epoch = self.wait_cell().begin(interest);
    if (self.reaches(interest)) {
      self.wait_cell().finish();
      break;
    }
    node.slot = came_late ? &node : nullptr;
    if (came_late) {
      queue_.push_front(node);
    } else {
      queue_.push(node);
    }
    lock.unlock();
    const WakeReason reason = self.park();
    lock.lock();
    queue_.remove(node);
    if (node.granted) return true;
    if (reason == WakeReason::stop) break;
    waking_ = false;
    came_late = true;
  }
  // Giving up: if the lock has become free meanwhile, somebody else must have it.
  if ((word_.load(std::memory_order_relaxed) & held) == 0) wake_waiter(next);
  if (queue_.empty()) word_.fetch_and(~waiters, std::memory_order_relaxed);
  lock.unlock();
  next.resume();
  return false;
}

bool CellCore::take_or_announce(FiberState& self) {
  std::uint32_t word = word_.load(std::memory_order_relaxed);
  for (;;) {
    const bool free = (word & held) == 0;
    const std::uint32_t wanted = free ? held | (queue_.empty() ? 0 : waiters) : word | waiters;
    if (!word_.compare_exchange_weak(word, wanted, std::memory_order_acquire, std::memory_order_relaxed)) continue;
    if (free) holder_.store(&self, std::memory_order_relaxed);
    return free;
  }
}

void CellCore::wake_waiter(Woken& woken) {
  if (waking_ || queue_.empty()) return;
  waking_ = queue_.wake_one(woken) != nullptr;
}

/// The holder gives the lock back and somebody may be waiting: the bit says so, and only under the queue's lock does it change.
[[gnu::noinline]] void CellCore::unlock_for_waiter() {
  Woken woken;
  {
    const std::scoped_lock lock(queue_lock_);
    const WaitNode* first = queue_.first();
    WaitNode* heir = first != nullptr && first->slot != nullptr ? queue_.wake_one(woken) : nullptr;
    if (heir != nullptr) {
      heir->granted = true;
      holder_.store(heir->fiber, std::memory_order_relaxed);
      word_.store(held | (queue_.empty() ? 0 : waiters), std::memory_order_relaxed);
    } else {
      word_.store(queue_.empty() ? 0 : waiters, std::memory_order_release);
      wake_waiter(woken);
      if (queue_.empty()) word_.fetch_and(~waiters, std::memory_order_relaxed);
    }
  }
  woken.resume();
}

bool stop_after() {
  FiberState& self = current_fiber();
  if (self.pinned() || !self.reaches(self.interest(/*answers_when_pinned=*/false))) return false;
  self.act_on_stop();
  return true;
}

}  // namespace khora::detail
