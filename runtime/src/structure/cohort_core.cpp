#include "khora/detail/cohort_core.hpp"

#include <algorithm>
#include <utility>

#include "backend/backend.hpp"
#include "khora/trap.hpp"
#include "structure/cohort_registry.hpp"
#include "structure/group_deadline.hpp"

namespace khora::detail {
namespace {

/// Whether what the current fiber does now has been asked to stop.
bool asked_to_stop() {
  const FiberState& self = current_fiber();
  return self.reaches(self.interest(/*answers_when_pinned=*/false));
}

ChildPlace place_of(const ChildLink& link) {
  return {link.index, link.label != nullptr ? std::optional<std::string>(*link.label) : std::nullopt};
}

}  // namespace

std::string quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    switch (c) {
      case '\n': quoted += "\\n"; break;
      case '\r': quoted += "\\r"; break;
      case '\t': quoted += "\\t"; break;
      case '"':
      case '\\':
        quoted += '\\';
        quoted += c;
        break;
      default:
        if (const auto byte = static_cast<unsigned char>(c); byte < 0x20 || byte == 0x7f) {
          constexpr char digits[] = "0123456789abcdef";
          quoted += "\\u{";
          if (byte >= 0x10) quoted += digits[byte >> 4];
          quoted += digits[byte & 0xf];
          quoted += '}';
        } else {
          quoted += c;
        }
    }
  }
  return quoted + '"';
}

std::string written(const ChildPlace& place) {
  return std::to_string(place.index) + (place.label ? " " + quoted(*place.label) : std::string());
}

CohortCore::CohortCore(FiberState& owner, const CohortRules& rules)
    : NurseryCore(owner, no_limit, rules.shielded || owner.in_cleanup(), rules.run_by),  // a cancel leaves cleanup whole
      rules_(rules),
      parent_(owner.works_in) {
  draining_ = 1;  // whoever is started in a cohort that is asked to stop is asked as well
}

CohortCore::~CohortCore() {
  forget_owner();
  for (const ChildFailure& failure : failures_) failure.error->release();
}

CohortCore* CohortCore::make(const CohortRules& rules) { return new CohortCore(current_fiber(), rules); }

void CohortCore::enter() {
  // The frame is entered before the cohort is listed: a stop from outside goes around both or reaches both.
  if (rules_.shielded || rules_.timeout) frame_storage_.emplace(rules_.shielded, frame_);
  enlist();
  CohortRegistry::add(*this);
  owner()->works_in = id_;
  if (rules_.timeout) deadline_ = std::make_unique<GroupDeadline>(*this, owner()->home().now() + bounded_millis(*rules_.timeout));
}

Rest CohortCore::start(FiberState* child, std::optional<std::string> label, FiberHandle* handle, std::int64_t* index) {
  child->works_in = id_;
  child->member_of.store(id_, std::memory_order_relaxed);
  auto* place = new ChildLink(child, this);
  if (label) place->label = std::make_unique<std::string>(*std::move(label));
  return NurseryCore::start(place, handle, index);
}

bool CohortCore::stopping() {
  {
    const std::scoped_lock lock(mutex_);
    if (!closed_) return late_level_ != StopLevel::none;
  }
  if (current_fiber().asked_to_stop()) return true;  // it was left by the cohort's end
  fatal("this cohort has ended, so nobody can ask whether it is stopping");
}

bool CohortCore::minds(Ending ending) const {
  return ending == Ending::failed || (ending == Ending::answered && rules_.policy == CohortRules::Policy::race);
}

bool CohortCore::note_end(const ChildLink& link) {
  bool ends_others = false;
  if (link.fiber->ending() == Ending::failed) {
    ++failed_count_;
    ends_others = rules_.policy == CohortRules::Policy::fail_fast;
  } else {
    ends_others = winner_ < 0;
    if (winner_ < 0) winner_ = link.index;
  }
  if (ends_others) late_level_ = std::max(late_level_, StopLevel::canceled);
  return ends_others;
}

bool CohortCore::keeps(const ChildLink& link) {
  if (link.fiber->ending() != Ending::failed) return false;
  if (rules_.on_error == CohortRules::OnError::propagate) return true;
  if (rules_.on_error == CohortRules::OnError::log) {
    report_line("khora: " + title() + " child " + written(place_of(link)) + " failed: " + link.fiber->error()->type_name());
  }
  take_error(link);
  return false;
}

Rest CohortCore::refuse() const {
  // Whoever was left by the cohort's end goes on for a while, and has been asked to stop.
  if (asked_to_stop()) {
    current_fiber().act_on_stop();
    return stopped;
  }
  fatal("this cohort has ended, so it can take no child");
}

void CohortCore::time_out() {
  FiberState* fiber = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    // What is left of a body that has ended and children that were asked to stop is no work of the cohort any more.
    if (closed_ || (!body_open_ && (running_ == 0 || late_level_ != StopLevel::none))) return;
    timed_out_ = true;
    late_level_ = std::max(late_level_, StopLevel::canceled);
    fiber = owner();
    fiber->retain();
  }
  StopFrame::cancel(*fiber, frame_, *this);
  fiber->release();
  // The end of the cohort, if it waits already, has a new bound.
  Woken woken;
  {
    const std::scoped_lock lock(mutex_);
    waiters_.wake_one(woken);
  }
  woken.resume();
}

Rest CohortCore::finish(Rest body, End& end) {
  FiberState& self = current_fiber();
  bool children_left = false;
  {
    const std::scoped_lock lock(mutex_);
    body_open_ = false;
    children_left = running_ > 0;
    closed_ = !children_left;
  }
  // From here on the time limit concerns the children alone.
  if (frame_storage_) frame_storage_->forget_stop();
  const Interest stops = self.interest(/*answers_when_pinned=*/false);
  if (children_left) wait_for_children(body, stops);
  // A stop reaches the children before it wakes the one who waits for them, so the last of them may have woken it first, or have ended
  // before it came to wait.
  const bool must_stop = (children_left || stopped_with_owner_) && self.reaches(stops);
  if (deadline_ != nullptr) deadline_->end();
  self.works_in = parent_;
  CohortRegistry::remove(*this);
  leave_owner();
  frame_storage_.reset();
  // A shield ends here, and what it held off acts.
  const Rest rest = verdict(body, must_stop || (rules_.shielded && asked_to_stop()), end);
  settle_failures(rest ? End::late : end);
  if (rest.stopped() && asked_to_stop()) self.act_on_stop();
  return rest;
}

void CohortCore::wait_for_children(Rest body, Interest stops) {
  FiberState& self = current_fiber();
  Interest interest = stops;
  const auto bound = [&] { return rules_.drain ? self.home().now() + bounded_millis(*rules_.drain) : no_deadline; };
  const auto pass_on = [&](StopLevel level) {
    stop_children(level);
    interest = level == StopLevel::aborted ? Interest::never : Interest::aborted;
  };
  if (body) pass_on(std::max(StopLevel::canceled, self.level()));
  Time deadline = bound();
  bool was_late = false;
  WaitNode node(self);
  std::unique_lock lock(mutex_);
  while (running_ > 0) {
    if (timed_out_ && !was_late) {
      was_late = true;
      deadline = bound();
    }
    node.epoch = self.wait_cell().begin(interest);
    WakeReason reason = WakeReason::stop;
    if (self.reaches(interest)) {
      lock.unlock();
    } else {
      waiters_.push(node);
      lock.unlock();
      reason = self.park(deadline);
    }
    if (reason == WakeReason::stop) {
      if (interest == stops) deadline = bound();
      pass_on(self.level());
    }
    lock.lock();
    waiters_.remove(node);
    if (reason == WakeReason::deadline && running_ > 0) {
      leave_children(lock);
      lock.lock();
    }
  }
  closed_ = true;
}

void CohortCore::leave_children(std::unique_lock<SpinLock>& lock) {
  std::vector<FiberState*> children;
  std::string names;
  copy_running(children);
  const std::int64_t count = running_;
  while (oldest_ != nullptr) {
    ChildLink* link = oldest_;
    if (!names.empty()) names += ", ";
    names += written(place_of(*link));
    unlink(link);
    link->left = true;
  }
  closed_ = true;
  lock.unlock();
  report_line("khora: " + title() + " drain bound of " + std::to_string(std::max<std::int64_t>(*rules_.drain, 0)) + "ms elapsed with " +
              std::to_string(count) + " fiber(s) still running (spawn index " + names + ")");
  for (FiberState* child : children) {
    child->member_of.store(0, std::memory_order_relaxed);
    detach(*child);
    child->release();
  }
}

/// What an end comes to, the first that holds: the body's own error, a stop of the caller, the time limit, the policy.
Rest CohortCore::verdict(Rest body, bool caller_stopped, End& end) const {
  using Policy = CohortRules::Policy;
  if (body.raised()) return body;
  if (caller_stopped || (body.stopped() && asked_to_stop())) return stopped;
  const bool propagates = rules_.on_error == CohortRules::OnError::propagate;
  const bool lost = propagates && (rules_.policy == Policy::race ? admitted_ > 0 && winner_ < 0 : failed_count_ > 0);
  end = timed_out_ ? End::late : lost ? End::lost : End::well;
  if (end != End::well && asked_to_stop()) return stopped;  // an error of ours would be told to somebody who is stopping
  // A body that joined a child which the cohort stopped has no answer, and only an error can stand in for it.
  if (body.stopped() && end == End::well) return stopped;
  return Rest();
}

/// Failures are the end if that is lost, and nobody's concern if a race was won in spite of them. Otherwise nobody is told of them.
void CohortCore::settle_failures(End end) {
  // Nobody adds to them any more.
  std::vector<ChildLink*> links = std::exchange(failed_, {});
  std::sort(links.begin(), links.end(), [](const ChildLink* a, const ChildLink* b) { return a->index < b->index; });
  for (ChildLink* link : links) {
    if (take_error(*link) && end == End::late) report_unjoined();
    if (end == End::lost) {
      link->fiber->error()->retain();
      failures_.push_back({place_of(*link), link->fiber->error()});
    }
    forget(link);
  }
}

std::string CohortCore::title() const { return rules_.name ? "cohort " + quoted(*rules_.name) : "cohort"; }

Rest run_shielded(FiberState* child, FiberHandle& handle) {
  CohortRules rules;
  rules.policy = CohortRules::Policy::collect_all;
  rules.on_error = CohortRules::OnError::ignore;  // whoever has the handle is told
  rules.shielded = true;
  rules.name = "shield";
  const CohortReference cohort(rules);
  cohort->enter();
  CohortCore::End end{};
  return cohort->finish(cohort->start(child, std::nullopt, &handle), end);
}

CohortSnapshot CohortCore::snapshot() {
  CohortSnapshot now{id_, parent_, rules_.name, rules_.policy, 0, {}};
  const std::scoped_lock lock(mutex_);
  now.started = admitted_;
  now.live.reserve(static_cast<std::size_t>(running_));
  for (const ChildLink* link = oldest_; link != nullptr; link = link->next) now.live.push_back(place_of(*link));
  return now;
}

}  // namespace khora::detail
