#include "khora/detail/nursery_core.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "khora/release.hpp"
#include "khora/trap.hpp"

namespace khora::detail {

void NurseryCore::check_limit(std::int64_t limit) {
  if (limit < 1) trap("bounded_nursery needs a limit of at least 1, and this one is " + std::to_string(limit));
}

NurseryCore* NurseryCore::open(std::int64_t limit) {
  FiberState& owner = current_fiber();
  owner.retain();
  auto* nursery = new NurseryCore(owner, limit);
  nursery->enlist();
  return nursery;
}

void NurseryCore::enlist() {
  const std::scoped_lock lock(owner_->mutex_);
  next_of_owner_ = owner_->open_nurseries_;
  if (owner_->open_nurseries_ != nullptr) owner_->open_nurseries_->previous_of_owner_ = this;
  owner_->open_nurseries_ = this;
  listed_ = true;
}

NurseryCore::~NurseryCore() {
  if (owner_ != nullptr) owner_->release();
}

void NurseryCore::release() {
  if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

Rest NurseryCore::enter(std::unique_lock<SpinLock>& lock, GiveUp give_up) {
  FiberState* self = &current_fiber();
  for (;;) {
    lock.lock();
    if (closed_) {
      lock.unlock();
      return refuse();
    }
    if (limit_ == no_limit || running_ < limit_) return Rest();
    ChildLink* oldest = oldest_;
    if (oldest->fiber == self && oldest->next != nullptr) oldest = oldest->next;
    FiberState* fiber = oldest->fiber;
    fiber->retain();
    lock.unlock();
    const bool ended = await_end(*fiber, give_up);
    fiber->release();
    if (!ended) return stopped;
    // A stop reaches the children before it wakes the one who waits for room, so the child may have made that room.
    if (self->reaches(self->interest(/*answers_when_pinned=*/false))) {
      self->act_on_stop();
      return stopped;
    }
  }
}

Rest NurseryCore::refuse() const { fatal("this nursery has ended, so it can take no child"); }

Rest NurseryCore::start(ChildLink* place, FiberHandle* handle, std::int64_t* index) {
  FiberState* child = place->fiber;
  std::unique_lock lock(mutex_, std::defer_lock);
  if (const Rest rest = enter(lock, GiveUp::stop)) {
    delete place;
    child->release();
    return rest;
  }
  child->retain();  // the backend's
  if (handle != nullptr) {
    child->retain();
    *handle = place->handle = FiberHandle(child);
  }
  link(place);
  child->links_ = place;
  if (index != nullptr) *index = place->index;
  const StopLevel level = late_level_;
  child->retain();
  lock.unlock();
  start_fiber(child, run_by_);
  if (level != StopLevel::none) request_stop(*child, level);
  child->release();
  return Rest();
}

Rest NurseryCore::adopt(FiberHandle child) {
  std::unique_lock lock(mutex_, std::defer_lock);
  if (const Rest rest = enter(lock, GiveUp::pass_on)) return rest;
  FiberState* fiber = child.fiber();
  fiber->retain();
  auto* place = new ChildLink(fiber, this);
  place->handle = std::move(child);
  link(place);
  const StopLevel level = late_level_;
  lock.unlock();
  if (level != StopLevel::none) request_stop(*fiber, level);
  {
    const std::scoped_lock fiber_lock(fiber->mutex_);
    if (!fiber->ended()) {
      place->next_of_fiber = std::exchange(fiber->links_, place);
      return Rest();
    }
  }
  child_ended(place);
  return Rest();
}

void NurseryCore::forget(ChildLink* link) {
  if (!link->handle) link->fiber->discard();  // no handle ever existed
  link->fiber->release();
  delete link;
}

void NurseryCore::link(ChildLink* link) {
  retain();
  link->previous = newest_;
  (newest_ != nullptr ? newest_->next : oldest_) = link;
  newest_ = link;
  link->index = admitted_++;
  ++running_;
}

bool NurseryCore::note_end(const ChildLink&) { return true; }

ChildLink* NurseryCore::child_ended(ChildLink* link) {
  ChildLink* next = link->next_of_fiber;
  NurseryCore* nursery = link->nursery;
  bool keep = false;
  if (nursery->minds(link->fiber->ending())) {
    // On the child's fiber, before its place is free: nobody who waits for the children can be ahead of this.
    std::vector<FiberState*> siblings;
    bool left = false;
    {
      const std::scoped_lock lock(nursery->mutex_);
      left = link->left;
      if (!left && nursery->note_end(*link)) nursery->copy_unasked(siblings);
    }
    for (FiberState* sibling : siblings) {
      if (sibling != link->fiber) request_stop(*sibling, StopLevel::canceled);
      sibling->release();
    }
    keep = !left && nursery->keeps(*link);
  }
  for (;;) {
    Woken woken;
    {
      const std::scoped_lock lock(nursery->mutex_);
      if (link != nullptr) {
        keep = keep && !link->left;
        if (!link->left) nursery->unlink(link);
        if (keep) nursery->failed_.push_back(link);
      }
      if (nursery->running_ == 0) nursery->waiters_.wake_one(woken);
    }
    if (link != nullptr && !keep) {
      link->fiber->release();
      delete link;
    }
    link = nullptr;
    if (!woken.won()) break;
    woken.resume();
  }
  nursery->release();
  return next;
}

void NurseryCore::unlink(ChildLink* link) {
  (link->previous != nullptr ? link->previous->next : oldest_) = link->next;
  (link->next != nullptr ? link->next->previous : newest_) = link->previous;
  --running_;
}

bool NurseryCore::take_error(const ChildLink& link) { return !link.fiber->taken_.exchange(true, std::memory_order_acq_rel); }

void NurseryCore::detach(FiberState& child) {
  bool unwanted = false;
  {
    const std::scoped_lock lock(child.mutex_);
    unwanted = !child.detached_.exchange(true, std::memory_order_acq_rel) && child.ended();
  }
  if (unwanted) {
    const ReleasePause pause;
    child.discard();
  }
  request_stop(child, StopLevel::canceled);
}

void NurseryCore::copy_running(std::vector<FiberState*>& children) {
  for (ChildLink* link = oldest_; link != nullptr; link = link->next) {
    link->fiber->retain();
    children.push_back(link->fiber);
  }
}

void NurseryCore::copy_unasked(std::vector<FiberState*>& children) {
  for (ChildLink* link = newest_; link != nullptr && link->index >= asked_below_; link = link->previous) {
    link->fiber->retain();
    children.push_back(link->fiber);
  }
  std::reverse(children.begin(), children.end());
  asked_below_ = admitted_;
}

void NurseryCore::collect_open(NurseryCore* first, const NurseryCore* until, StopLevel level, std::vector<NurseryCore*>& nurseries) {
  // The newest comes first, so what was collected before a shielded one was opened inside it.
  const std::size_t before = nurseries.size();
  for (NurseryCore* nursery = first; nursery != nullptr && nursery != until; nursery = nursery->next_of_owner_) {
    if (nursery->shielded_ && level == StopLevel::canceled) {
      for (; nurseries.size() > before; nurseries.pop_back()) nurseries.back()->release();
      continue;
    }
    nursery->retain();
    nurseries.push_back(nursery);
  }
}

void NurseryCore::note_owner_stop(StopLevel level, std::vector<FiberState*>& children) {
  const std::scoped_lock lock(mutex_);
  if (draining_ > 0) late_level_ = std::max(late_level_, level);
  if (running_ > 0) stopped_with_owner_ = true;
  copy_running(children);
}

void NurseryCore::stop_children(StopLevel level) {
  std::vector<FiberState*> children;
  {
    const std::scoped_lock lock(mutex_);
    late_level_ = std::max(late_level_, level);
    copy_running(children);
  }
  for (FiberState* child : children) {
    request_stop(*child, level);
    child->release();
  }
}

bool NurseryCore::drain() {
  FiberState& self = current_fiber();
  const Interest stops = self.interest(/*answers_when_pinned=*/false);
  Interest interest = stops;
  bool waited = false;
  std::unique_lock lock(mutex_);
  ++draining_;
  WaitNode node(self);
  while (running_ > 0) {
    waited = true;
    node.epoch = self.wait_cell().begin(interest);
    WakeReason reason = WakeReason::stop;
    if (self.reaches(interest)) {
      lock.unlock();
    } else {
      waiters_.push(node);
      lock.unlock();
      reason = self.park();
    }
    if (reason == WakeReason::stop) {
      const StopLevel level = self.level();
      stop_children(level);
      interest = level == StopLevel::aborted ? Interest::never : Interest::aborted;
    }
    lock.lock();
    waiters_.remove(node);
  }
  if (--draining_ == 0) late_level_ = StopLevel::none;
  // A stop reaches the children before it wakes the one who waits for them, so the last of them may have woken it first, or have ended
  // before it came to wait.
  return (waited || stopped_with_owner_) && self.reaches(stops);
}

Rest NurseryCore::wait(std::int64_t& failed) {
  const bool stop = drain();
  if (stop) {
    current_fiber().act_on_stop();
    return stopped;
  }
  std::vector<ChildLink*> links;
  {
    const std::scoped_lock lock(mutex_);
    links.swap(failed_);
  }
  failed = static_cast<std::int64_t>(links.size());
  for (ChildLink* link : links) {
    take_error(*link);
    forget(link);
  }
  return Rest();
}

void NurseryCore::close() {
  {
    const std::scoped_lock lock(mutex_);
    if (closed_) return;
  }
  FiberState& self = current_fiber();
  bool children_left = false;
  {
    const std::scoped_lock lock(mutex_);
    ++draining_;
    children_left = running_ > 0;
  }
  if (children_left) {
    stop_children(std::max(StopLevel::canceled, self.level()));
    std::unique_lock lock(mutex_);
    WaitNode node(self);
    Interest interest = self.level() == StopLevel::aborted ? Interest::never : Interest::aborted;
    while (running_ > 0) {
      node.epoch = self.wait_cell().begin(interest);
      bool pass = self.reaches(interest);
      if (pass) {
        lock.unlock();
      } else {
        waiters_.push(node);
        lock.unlock();
        pass = self.park() == WakeReason::stop;
      }
      if (pass) {
        stop_children(StopLevel::aborted);
        interest = Interest::never;
      }
      lock.lock();
      waiters_.remove(node);
    }
  }
  std::vector<ChildLink*> links;
  {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
    --draining_;
    links.swap(failed_);
  }
  leave_owner();
  for (ChildLink* link : links) {
    if (take_error(*link)) report_unjoined();
    forget(link);
  }
}

void NurseryCore::leave_owner() {
  const std::scoped_lock lock(owner_->mutex_);
  if (!listed_) return;
  (previous_of_owner_ != nullptr ? previous_of_owner_->next_of_owner_ : owner_->open_nurseries_) = next_of_owner_;
  if (next_of_owner_ != nullptr) next_of_owner_->previous_of_owner_ = previous_of_owner_;
  listed_ = false;
}

void NurseryCore::abandon_owned(FiberState& owner) {
  const std::scoped_lock lock(owner.mutex_);
  for (NurseryCore* nursery = owner.open_nurseries_; nursery != nullptr;) {
    NurseryCore* next = nursery->next_of_owner_;
    nursery->listed_ = false;
    nursery->previous_of_owner_ = nullptr;
    nursery->next_of_owner_ = nullptr;
    nursery = next;
  }
  owner.open_nurseries_ = nullptr;
}

}  // namespace khora::detail
