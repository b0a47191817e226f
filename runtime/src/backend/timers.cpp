#include "backend/timers.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace khora::detail {

std::size_t Timers::Wheel::distance(std::size_t from) const {
  constexpr std::size_t word_bits = 64;
  const std::size_t start = (from + 1) % slots;
  // The words around the circle, the one with `start` twice: first its upper and at last its lower part.
  for (std::size_t i = 0; i <= used.size(); ++i) {
    const std::size_t index = (start / word_bits + i) % used.size();
    std::uint64_t word = used[index];
    if (i == 0) word &= ~std::uint64_t{0} << (start % word_bits);
    if (i == used.size()) word &= ~(~std::uint64_t{0} << (start % word_bits));
    if (word == 0) continue;
    const std::size_t slot = index * word_bits + static_cast<std::size_t>(std::countr_zero(word));
    const std::size_t distance = (slot + slots - from) % slots;
    return distance == 0 ? slots : distance;
  }
  return 0;
}

std::uint64_t Timers::tick_at(Time time) { return static_cast<std::uint64_t>(time.time_since_epoch() / tick_length); }

std::uint64_t Timers::tick_of(Time deadline) { return tick_at(deadline + tick_length - Time::duration(1)); }

bool Timers::add(TimerNode& node) {
  const std::scoped_lock lock(lock_);
  node.tick = tick_of(node.deadline);
  return note_next(insert(node));
}

void Timers::remove(TimerNode& node) {
  const std::scoped_lock lock(lock_);
  // `next` stays: it may be too early, which costs a look, but never too late.
  if (node.link != nullptr) take_out(node);
}

bool Timers::add_abort(FiberState& fiber, Time deadline) {
  auto* node = new TimerNode{deadline, &fiber};
  node->aborts = true;
  const std::scoped_lock lock(lock_);
  // The fiber says that it has ended and then looks at this.
  fiber.had_deadlines_.store(true, std::memory_order_seq_cst);
  if (fiber.ending_.load(std::memory_order_seq_cst) != Ending::running) {  // after the end nobody would drop it
    delete node;
    return false;
  }
  node->next_of_fiber = std::exchange(fiber.deadlines_, node);
  node->tick = tick_of(deadline);
  return note_next(insert(*node));
}

void Timers::drop_aborts(FiberState& fiber) {
  const std::scoped_lock lock(lock_);
  while (TimerNode* node = fiber.deadlines_) {
    fiber.deadlines_ = node->next_of_fiber;
    take_out(*node);
    delete node;
  }
}

void Timers::forget_abort(TimerNode& node) {
  TimerNode** link = &node.fiber->deadlines_;
  while (*link != &node) link = &(*link)->next_of_fiber;
  *link = node.next_of_fiber;
  delete &node;
}

std::size_t Timers::fire(Time now) {
  std::size_t fired = 0;
  for (;;) {
    std::array<Woken, 64> woken;
    std::size_t count = 0;
    FiberState* aborted = nullptr;
    DeadlineListener* told = nullptr;
    bool done = false;
    {
      const std::scoped_lock lock(lock_);
      const std::uint64_t until = tick_at(now);
      for (;;) {
        const std::size_t slot = now_ % slots;
        TimerNode*& due = wheels_[0].first[slot];
        while (due != nullptr && count < woken.size() && aborted == nullptr && told == nullptr) {
          TimerNode& node = *due;
          take_out(node);
          if (node.tick > now_) {
            insert(node);
            continue;
          }
          ++fired;
          if (node.aborts) {
            aborted = node.fiber;
            aborted->retain();  // it has not ended: its end would have dropped the node
            forget_abort(node);
          } else if (node.listener != nullptr) {
            told = node.listener;
            told->keep();
          } else {
            woken[count] = Woken(*node.fiber, node.epoch, WakeReason::deadline);
            if (woken[count].won()) ++count;
          }
        }
        if (due != nullptr) break;
        wheels_[0].set_unused(slot);
        if (now_ >= until) {
          done = true;
          break;
        }
        now_ = count_ == 0 ? until : std::min(next_event(), until);
        if (now_ % slots == 0) spread();
      }
      if (done) {
        next_.store(no_deadline, std::memory_order_relaxed);
        if (count_ > 0) note_next(next_event());
      }
    }
    for (std::size_t i = 0; i < count; ++i) woken[i].resume();
    if (aborted != nullptr) {
      request_stop(*aborted, StopLevel::aborted);
      aborted->release();
    }
    if (told != nullptr) {
      told->deadline_passed();
      told->let_go();
    }
    if (done) return fired;
  }
}

std::uint64_t Timers::insert(TimerNode& node) {
  constexpr std::uint64_t farthest = (std::uint64_t{1} << (level_bits * levels)) - 1;
  const std::uint64_t ahead = node.tick > now_ ? std::min(node.tick - now_, farthest) : 0;  // what is past is due at once
  int level = 0;
  while (ahead >> (level_bits * (level + 1)) != 0) ++level;
  const int shift = level_bits * level;
  const std::uint64_t turn = (now_ + ahead) >> shift;
  Wheel& wheel = wheels_[static_cast<std::size_t>(level)];
  const std::size_t slot = turn % slots;
  TimerNode*& first = wheel.first[slot];
  node.next = first;
  if (first != nullptr) first->link = &node.next;
  node.link = &first;
  first = &node;
  wheel.set_used(slot);
  ++count_;
  return turn << shift;
}

void Timers::take_out(TimerNode& node) {
  *node.link = node.next;
  if (node.next != nullptr) node.next->link = node.link;
  node.link = nullptr;
  --count_;
}

std::uint64_t Timers::next_event() const {
  std::uint64_t next = ~std::uint64_t{0};
  for (std::size_t level = 0; level < levels; ++level) {
    const int shift = level_bits * static_cast<int>(level);
    const std::uint64_t turn = now_ >> shift;
    if (const std::size_t distance = wheels_[level].distance(turn % slots)) next = std::min(next, (turn + distance) << shift);
  }
  return next;
}

void Timers::spread() {
  for (std::size_t level = 1; level < levels; ++level) {
    const std::size_t slot = (now_ >> (level_bits * static_cast<int>(level))) % slots;
    Wheel& wheel = wheels_[level];
    TimerNode* node = std::exchange(wheel.first[slot], nullptr);
    wheel.set_unused(slot);
    while (node != nullptr) {
      TimerNode& spread = *node;
      node = node->next;
      --count_;
      insert(spread);
    }
    if (slot != 0) return;  // the turn of the next level does not begin here
  }
}

bool Timers::note_next(std::uint64_t tick) {
  const Time next(std::chrono::duration_cast<Time::duration>(tick * tick_length));
  if (next >= next_.load(std::memory_order_relaxed)) return false;
  next_.store(next, std::memory_order_seq_cst);
  return true;
}

}  // namespace khora::detail
