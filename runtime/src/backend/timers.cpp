#include "backend/timers.hpp"

#include <array>
#include <utility>

namespace khora::detail {

bool Timers::add(TimerNode& node) {
  const std::scoped_lock lock(mutex_);
  insert(&node);
  return node.place == 0;
}

void Timers::remove(TimerNode& node) {
  const std::scoped_lock lock(mutex_);
  if (node.place != TimerNode::npos) erase(&node);
}

bool Timers::add_abort(FiberState& fiber, Time deadline) {
  auto* node = new TimerNode{deadline, &fiber};
  node->aborts = true;
  const std::scoped_lock lock(mutex_);
  // The fiber says that it has ended and then looks at this.
  fiber.had_deadlines_.store(true, std::memory_order_seq_cst);
  if (fiber.ending_.load(std::memory_order_seq_cst) != Ending::running) {  // after the end nobody would drop it
    delete node;
    return false;
  }
  node->next_of_fiber = std::exchange(fiber.deadlines_, node);
  insert(node);
  return node->place == 0;
}

void Timers::drop_aborts(FiberState& fiber) {
  const std::scoped_lock lock(mutex_);
  while (TimerNode* node = fiber.deadlines_) {
    fiber.deadlines_ = node->next_of_fiber;
    erase(node);
    delete node;
  }
}

std::size_t Timers::fire(Time now) {
  std::size_t fired = 0;
  for (;;) {
    std::array<Woken, 64> woken;
    std::size_t count = 0;
    FiberState* aborted = nullptr;
    {
      const std::scoped_lock lock(mutex_);
      while (!heap_.empty() && heap_.front()->deadline <= now && count < woken.size() && aborted == nullptr) {
        TimerNode* node = heap_.front();
        FiberState* fiber = node->fiber;
        erase(node);
        ++fired;
        if (node->aborts) {
          TimerNode** link = &fiber->deadlines_;
          while (*link != node) link = &(*link)->next_of_fiber;
          *link = node->next_of_fiber;
          delete node;
          fiber->retain();  // it has not ended: its end would have dropped the node
          aborted = fiber;
        } else {
          woken[count] = Woken(*fiber, node->epoch, WakeReason::deadline);
          if (woken[count].won()) ++count;
        }
      }
    }
    for (std::size_t i = 0; i < count; ++i) woken[i].resume();
    if (aborted != nullptr) {
      request_stop(*aborted, StopLevel::aborted);
      aborted->release();
    }
    if (count < woken.size() && aborted == nullptr) return fired;
  }
}

void Timers::insert(TimerNode* node) {
  heap_.push_back(node);
  node->place = heap_.size() - 1;
  sift_up(node->place);
  note_next();
}

void Timers::erase(TimerNode* node) {
  const std::size_t place = std::exchange(node->place, TimerNode::npos);
  TimerNode* last = heap_.back();
  heap_.pop_back();
  if (last != node) {
    put(place, last);
    sift_up(place);
    sift_down(last->place);
  }
  note_next();
}

void Timers::sift_up(std::size_t place) {
  TimerNode* node = heap_[place];
  while (place > 0) {
    const std::size_t parent = (place - 1) / 2;
    if (heap_[parent]->deadline <= node->deadline) break;
    put(place, heap_[parent]);
    place = parent;
  }
  put(place, node);
}

void Timers::sift_down(std::size_t place) {
  TimerNode* node = heap_[place];
  for (;;) {
    std::size_t child = 2 * place + 1;
    if (child >= heap_.size()) break;
    if (child + 1 < heap_.size() && heap_[child + 1]->deadline < heap_[child]->deadline) ++child;
    if (node->deadline <= heap_[child]->deadline) break;
    put(place, heap_[child]);
    place = child;
  }
  put(place, node);
}

}  // namespace khora::detail
