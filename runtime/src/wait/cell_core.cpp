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
  std::unique_lock lock(queue_lock_);
  for (;;) {
    if (take_or_announce(self, came_late)) return true;
    node.epoch = self.wait_cell().begin(interest);
    if (self.reaches(interest)) break;
    node.slot = came_late ? &node : nullptr;
    if (came_late) {
      queue_.push_front(node);
    } else {
      queue_.push(node);
    }
    note_queue(word_.load(std::memory_order_relaxed) & waking);
    lock.unlock();
    const WakeReason reason = self.park();
    lock.lock();
    queue_.remove(node);
    if (node.granted) return true;
    if (reason == WakeReason::stop) break;
    came_late = true;
  }
  // Giving up. If it was this fiber's turn and the lock is free, somebody else must have it.
  Woken next;
  note_queue(word_.load(std::memory_order_relaxed) & waking);
  const std::uint32_t word = word_.load(std::memory_order_relaxed);
  if ((word & (held | waking)) == 0 && queue_.wake_one(next) != nullptr) note_queue(waking);
  lock.unlock();
  next.resume();
  return false;
}

/// A fiber that was woken comes back with `was_woken`.
bool CellCore::take_or_announce(FiberState& self, bool was_woken) {
  std::uint32_t word = word_.load(std::memory_order_relaxed);
  for (;;) {
    const bool free = (word & held) == 0;
    std::uint32_t wanted = free ? word | held : word | waiters;
    if (was_woken) wanted &= ~waking;
    if (!word_.compare_exchange_weak(word, wanted, std::memory_order_acquire, std::memory_order_relaxed)) continue;
    if (free) holder_.store(&self, std::memory_order_relaxed);
    return free;
  }
}

void CellCore::note_queue(std::uint32_t waking_bit) {
  const WaitNode* first = queue_.first();
  const std::uint32_t bits = waking_bit | (first == nullptr ? 0 : waiters | (first->slot != nullptr ? late : 0));
  std::uint32_t word = word_.load(std::memory_order_relaxed);
  while (!word_.compare_exchange_weak(word, (word & held) | bits, std::memory_order_relaxed)) {
  }
}

/// The holder gives the lock back, and somebody may be waiting.
[[gnu::noinline]] void CellCore::unlock_for_waiter() {
  Woken woken;
  {
    const std::scoped_lock lock(queue_lock_);
    const WaitNode* first = queue_.first();
    WaitNode* heir = first != nullptr && first->slot != nullptr ? queue_.wake_one(woken) : nullptr;
    const std::uint32_t on_its_way = word_.load(std::memory_order_relaxed) & waking;
    if (heir != nullptr) {
      heir->granted = true;
      holder_.store(heir->fiber, std::memory_order_relaxed);
      note_queue(on_its_way);
    } else {
      const bool wakes = on_its_way == 0 && queue_.wake_one(woken) != nullptr;
      note_queue(wakes ? waking : on_its_way);
      word_.fetch_and(~held, std::memory_order_release);
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
