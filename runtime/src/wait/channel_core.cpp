#include "khora/detail/channel_core.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "park/steps.hpp"

namespace khora::detail {

ChannelCore::ChannelCore(const ValueOps& ops, std::int64_t capacity, WhenFull when_full)
    : ops_(ops),
      capacity_(static_cast<std::size_t>(std::max<std::int64_t>(capacity, 1))),
      when_full_(when_full),
      storage_(nullptr, Free{std::align_val_t{ops.align}}) {}

ChannelCore::~ChannelCore() {
  for (; count_ > 0; --count_) {
    ops_.destroy(at(0));
    first_ = (first_ + 1) & (room_ - 1);
  }
}

void ChannelCore::relocate(void* to, void* from) const {
  if (ops_.relocate != nullptr) {
    ops_.relocate(to, from);
  } else if (ops_.size == sizeof(std::uint64_t)) {
    std::memcpy(to, from, sizeof(std::uint64_t));
  } else {
    std::memcpy(to, from, ops_.size);
  }
}

void ChannelCore::grow() {
  const std::size_t room = room_ == 0 ? 4 : 2 * room_;
  const std::align_val_t align{ops_.align};
  std::unique_ptr<std::byte[], Free> storage(static_cast<std::byte*>(::operator new[](room * ops_.size, align)),
                                             Free{align});
  for (std::size_t i = 0; i < count_; ++i) relocate(storage.get() + i * ops_.size, at(i));
  storage_ = std::move(storage);
  room_ = room;
  first_ = 0;
}

void ChannelCore::push(void* value) {
  if (count_ == room_) grow();
  relocate(at(count_), value);
  ++count_;
}

void ChannelCore::pop(void* place) {
  relocate(place, at(0));
  first_ = (first_ + 1) & (room_ - 1);
  --count_;
}

bool ChannelCore::put(void* value, Woken& woken) {
  if (!receivers_.empty()) {  // then nothing is queued
    if (WaitNode* receiver = receivers_.wake_one(woken)) {
      relocate(receiver->slot, value);
      receiver->granted = true;
      return true;
    }
  }
  if (count_ >= capacity_) return false;
  push(value);
  return true;
}

bool ChannelCore::take(void* place, Woken& woken) {
  if (count_ == 0) return false;
  pop(place);
  if (senders_.empty()) return true;
  if (WaitNode* sender = senders_.wake_one(woken)) {
    push(sender->slot);
    sender->granted = true;
  }
  return true;
}

bool ChannelCore::offer(void* value) {
  Woken woken;
  if (when_full_ != WhenFull::evict) {
    std::unique_lock lock(mutex_);
    const bool queued = !closed_ && put(value, woken);
    lock.unlock();
    woken.resume();
    return queued;
  }
  // The evicted value is ended after the lock has been given back.
  std::array<std::byte, 64> small;
  void* evicted = small.data();
  const bool large = ops_.size > small.size() || ops_.align > alignof(std::max_align_t);
  if (large) evicted = ::operator new(ops_.size, std::align_val_t{ops_.align});
  std::unique_lock lock(mutex_);
  bool queued = false;
  bool evicts = false;
  if (!closed_) {
    queued = put(value, woken);
    if (!queued) {
      pop(evicted);
      push(value);
      queued = evicts = true;
    }
  }
  lock.unlock();
  woken.resume();
  if (evicts) ops_.destroy(evicted);
  if (large) ::operator delete(evicted, std::align_val_t{ops_.align});
  return queued;
}

ChannelCore::Sent ChannelCore::send(void* value) {
  if (when_full_ != WhenFull::wait) return offer(value) ? Sent::yes : Sent::no;
  Woken woken;
  std::unique_lock lock(mutex_);
  if (closed_) return Sent::no;
  if (put(value, woken)) {
    lock.unlock();
    woken.resume();
    return Sent::yes;
  }
  FiberState& self = current_fiber();
  const Interest interest = self.interest(/*answers_when_pinned=*/true);
  WaitNode node(self);
  node.slot = value;
  node.epoch = self.wait_cell().begin(interest);
  WakeReason reason = WakeReason::stop;
  if (self.reaches(interest)) {
    lock.unlock();
  } else {
    senders_.push(node);
    lock.unlock();
    reason = self.park();
    if (!self.resumed() || !node.granted) {
      lock.lock();
      senders_.remove(node);
      lock.unlock();
    }
  }
  if (node.granted) return Sent::yes;
  if (reason != WakeReason::stop || self.pinned()) return Sent::no;
  self.act_on_stop();
  return Sent::stopped;
}

ChannelCore::Received ChannelCore::receive(void* place) {
  Woken woken;
  std::unique_lock lock(mutex_);
  if (take(place, woken)) {
    lock.unlock();
    woken.resume();
    reached(Step::taken);
    return Received::value;
  }
  if (closed_) return Received::none;
  FiberState& self = current_fiber();
  const Interest interest = self.interest(/*answers_when_pinned=*/true);
  WaitNode node(self);
  node.slot = place;
  node.epoch = self.wait_cell().begin(interest);
  WakeReason reason = WakeReason::stop;
  if (self.reaches(interest)) {
    lock.unlock();
  } else {
    receivers_.push(node);
    lock.unlock();
    reason = self.park();
    if (!self.resumed() || !node.granted) {
      lock.lock();
      receivers_.remove(node);
      lock.unlock();
    }
  }
  if (node.granted) {
    reached(Step::taken);
    return Received::value;
  }
  if (reason != WakeReason::stop || self.pinned()) return Received::none;
  self.act_on_stop();
  return Received::stopped;
}

bool ChannelCore::poll(void* place) {
  Woken woken;
  std::unique_lock lock(mutex_);
  const bool taken = take(place, woken);
  lock.unlock();
  woken.resume();
  return taken;
}

void ChannelCore::close() {
  {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
  }
  for (;;) {  // no fiber queues itself any more
    Woken woken;
    {
      const std::scoped_lock lock(mutex_);
      WaitNode* waiting = receivers_.wake_one(woken);
      if (waiting == nullptr) waiting = senders_.wake_one(woken);
      if (waiting == nullptr) return;
      waiting->closed = true;
    }
    woken.resume();
  }
}

std::int64_t ChannelCore::depth() {
  const std::scoped_lock lock(mutex_);
  return static_cast<std::int64_t>(count_);
}

}  // namespace khora::detail
