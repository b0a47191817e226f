#include "khora/detail/cell_core.hpp"

#include <string>

#include "khora/trap.hpp"

namespace khora::detail {

void CellCore::lock(CellUse use) { acquire(use, Interest::never); }

bool CellCore::lock_for_update() {
  FiberState& self = current_fiber();
  if (acquire(CellUse::update, self.interest(/*answers_when_pinned=*/false))) return true;
  self.act_on_stop();
  return false;
}

bool CellCore::acquire(CellUse use, Interest interest) {
  FiberState& self = current_fiber();
  std::unique_lock lock(mutex_);
  if (holder_ == nullptr) {
    holder_ = &self;
    return true;
  }
  if (holder_ == &self) {
    const char* what = use == CellUse::read ? "read" : use == CellUse::write ? "write" : "update";
    lock.unlock();
    trap(std::string("this fiber is inside an update of the cell and so cannot also ") + what + " it");
  }
  WaitNode node(self);
  node.epoch = self.wait_cell().begin(interest);
  if (self.reaches(interest)) {
    self.wait_cell().finish();
    return false;
  }
  waiters_.push(node);
  lock.unlock();
  self.park();
  lock.lock();
  waiters_.remove(node);
  return node.granted;
}

void CellCore::unlock() {
  Woken woken;
  {
    const std::scoped_lock lock(mutex_);
    WaitNode* next = waiters_.wake_one(woken);
    holder_ = next != nullptr ? next->fiber : nullptr;
    if (next != nullptr) next->granted = true;
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
