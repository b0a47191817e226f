#include "khora/detail/wait_queue.hpp"

#include "backend/backend.hpp"
#include "backend/settings.hpp"
#include "park/steps.hpp"

namespace khora::detail {

Woken::Woken(FiberState& fiber, WaitCell::Epoch epoch, WakeReason reason) {
  // A fiber with a thread of its own may leave a sleep for no reason, see that it was woken and end before it is resumed.
  held_ = fiber.coroutine == nullptr;
  if (held_) fiber.retain();
  const WaitCell::Wake wake = fiber.wait_cell().try_wake(epoch, reason);
  won_ = wake != WaitCell::Wake::lost;
  if (wake == WaitCell::Wake::asleep) {
    fiber_ = &fiber;
  } else if (held_) {
    fiber.release();
  }
}

void Woken::resume() {
  if (fiber_ == nullptr) return;
  FiberState* fiber = fiber_;
  fiber_ = nullptr;
  reached(Step::before_resume);
  if (!held_) {
    fiber->home().resume(fiber);
    return;
  }
  fiber->home().resume(fiber);
  fiber->release();
}

WaitNode::WaitNode(FiberState& waiter) : fiber(&waiter) {}

void WaitQueue::push(WaitNode& node) {
  node.previous = last_;
  node.next = nullptr;
  (last_ != nullptr ? last_->next : first_) = &node;
  last_ = &node;
  node.queued = true;
}

void WaitQueue::push_front(WaitNode& node) {
  node.previous = nullptr;
  node.next = first_;
  (first_ != nullptr ? first_->previous : last_) = &node;
  first_ = &node;
  node.queued = true;
}

void WaitQueue::remove(WaitNode& node) {
  if (!node.queued) return;
  (node.previous != nullptr ? node.previous->next : first_) = node.next;
  (node.next != nullptr ? node.next->previous : last_) = node.previous;
  node.queued = false;
}

WaitNode* WaitQueue::pick() const {
  if (first_->next == nullptr || settings().backend != BackendKind::simulated) return first_;
  std::size_t count = 0;
  for (const WaitNode* node = first_; node != nullptr; node = node->next) ++count;
  WaitNode* node = first_;
  for (std::size_t skip = backend().choose(count); skip > 0; --skip) node = node->next;
  return node;
}

WaitNode* WaitQueue::wake_one(Woken& woken) {
  while (first_ != nullptr) {
    WaitNode* node = pick();
    remove(*node);
    woken = Woken(*node->fiber, node->epoch, WakeReason::event);
    if (woken.won()) return node;
  }
  return nullptr;
}

}  // namespace khora::detail
