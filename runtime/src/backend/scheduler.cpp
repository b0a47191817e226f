#include "backend/scheduler.hpp"

#include <pthread.h>

#include <algorithm>
#include <new>
#include <string>
#include <thread>
#include <utility>

#include "backend/blocking_pool.hpp"
#include "backend/futex.hpp"
#include "backend/helper.hpp"
#include "backend/settings.hpp"
#include "backend/timers.hpp"
#include "context/overflow.hpp"
#include "khora/trap.hpp"
#include "park/steps.hpp"

namespace khora::detail {
namespace {

constinit thread_local Worker* worker_here = nullptr;
// A fiber can be on another thread after any wait: thread-local addresses are formed only in here.
[[gnu::noinline]] Worker* this_worker() { return worker_here; }
[[gnu::noinline]] void set_this_worker(Worker* worker) { worker_here = worker; }

constexpr std::size_t warm_stacks = 64;
constexpr std::size_t stack_batch = 32;
constexpr std::uint64_t shared_every = 32;  // turns between two looks at the shared queue
// Turns between two turns for the oldest of the local queue. Rarely: an old fiber is often one that starts many others and waits for
// them, and so keeps a stack for long. The helper asks for such a turn from time to time as well, since turns may be long.
constexpr std::uint64_t oldest_every = 1024;
constexpr std::int64_t most_stolen = 32;
constexpr int looks_between_counts = 16;
constexpr int looks_before_sleep = 400;      // of a worker that has nothing to do
// Fibers that share one lock get more done on one worker than on two that hand its cache line to and fro.
constexpr std::uint32_t few_contentions = 2;
constexpr std::uint64_t turns_a_contention = 8;
constexpr std::chrono::microseconds shortest_nap{200};
constexpr std::chrono::microseconds longest_nap{1000};
constexpr std::chrono::milliseconds slot_age{1};  // how long a fiber may wait in a busy worker's slot while another worker is idle

Coroutine& coroutine_of(FiberState& fiber) { return *static_cast<Coroutine*>(fiber.coroutine); }

}  // namespace

Scheduler::Scheduler() : most_workers_(settings().workers), wakes_local_(settings().wake_local) {
  for (std::size_t i = 0; i < most_workers_; ++i) {
    workers_.push_back(std::make_unique<Worker>(*this));
    workers_.back()->index = i;
    workers_.back()->random = (i + 1) * 0x9E3779B97F4A7C15u;
  }
  set_watch([](Time now) { return static_cast<Scheduler&>(scheduler_backend()).watch(now); });
}

Backend& scheduler_backend() {
  static Scheduler& instance = *new Scheduler;
  return instance;
}

// ---- what fibers call --------------------------------------------------------------------------------------------------------

void Scheduler::start(FiberState* fiber) {
  fiber->set_home(*this);
  if (!spawned_.load(std::memory_order_relaxed)) spawned_.store(true, std::memory_order_relaxed);
  keep_watched();
  resume(fiber);
  // It waits in this worker's slot, which costs nothing if the fiber that started it waits soon. If it does not, an idle worker comes
  // for it.
  if (idle_count_.load(std::memory_order_relaxed) > 0 && !slots_watched_.load(std::memory_order_relaxed)) have_slots_watched();
}

void Scheduler::suspend(FiberState& self, Time deadline) {
  TimerNode timer{deadline, &self, self.wait_cell().epoch()};
  if (deadline != no_deadline && timers().add(timer)) timers_changed();
  if (!self.wait_cell().over()) {
    Worker* worker = this_worker();
    worker->left_fiber = &self;
    leave(*worker, coroutine_of(self).context, Worker::Left::waiting, find(*worker));
  }
  if (deadline != no_deadline) timers().remove(timer);
}

void Scheduler::resume(FiberState* fiber) noexcept {
  Worker* worker = this_worker();
  if (worker != nullptr && wakes_local_) {
    push_next(*worker, fiber);
    return;
  }
  push_shared(fiber);
  notify();
}

void Scheduler::yield(FiberState& self) {
  Worker* worker = this_worker();
  const bool interrupted = std::exchange(worker->interrupts, false);
  // The oldest first: two fibers that yield to each other must not keep the others out. Nor must those that are interrupted over and over,
  // and come back through the shared queue, keep out the ring.
  if (interrupted) worker->own_first = !worker->own_first;
  FiberState* next = interrupted && worker->own_first ? worker->ready.steal() : take_shared();
  if (next == nullptr) next = worker->ready.steal();
  if (next == nullptr) next = find(*worker);
  if (next == nullptr) return;
  worker->left_fiber = &self;
  leave(*worker, coroutine_of(self).context, interrupted ? Worker::Left::interrupted : Worker::Left::yielding, next);
}

void Scheduler::block(FiberState& self, BlockingJob& job) { run_blocking(self, job); }

// ---- workers -----------------------------------------------------------------------------------------------------------------

void Scheduler::run_root(FiberState& root, void (*body)(void*), void* argument) {
  struct Root {
    void (*body)(void*);
    void* argument;
    FiberState* fiber;
  };
  Root start{body, argument, &root};
  Worker* worker = workers_.front().get();
  started_.store(1);
  root.set_home(*this);
  prepare_overflow_report();
  adopt_thread(worker->context);
  worker->exceptions = exceptions_of_thread();
  set_this_worker(worker);
  if (settings().report_millis > 0) call_helper();
  // The root fiber is on a stack of ours like any other; its body ends the process, so this thread stays a worker.
  attach_stack(*worker, &root);
  Coroutine& coroutine = coroutine_of(root);
  coroutine.context.entry = [](void* place) {
    const auto* self = static_cast<Root*>(place);
    self->body(self->argument);
    fatal("the entry point came back after its end");
  };
  coroutine.context.argument = &start;
  switch_context(worker->context, begin_turn(*worker, &root), worker->exceptions);
  complete_leaving(*worker);
  worker_loop(*worker);
}

void* Scheduler::worker_main(void* argument) {
  auto* worker = static_cast<Worker*>(argument);
  prepare_overflow_report();
  adopt_thread(worker->context);
  worker->exceptions = exceptions_of_thread();
  set_this_worker(worker);
  worker->searching = true;  // whoever asked for one more worker counted it
  static_cast<Scheduler&>(scheduler_backend()).worker_loop(*worker);
  return nullptr;
}

/// What a worker does while no fiber is on its processor. Fibers switch to each other directly; they come back here when there is none
/// to switch to.
void Scheduler::worker_loop(Worker& worker) {
  for (;;) {
    switch_context(worker.context, begin_turn(worker, next(worker)), worker.exceptions);
    complete_leaving(worker);
  }
}

void Scheduler::note_turn(Worker& worker) {
  worker.turns.store(worker.turns.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  if (worker.yield_wanted.load(std::memory_order_relaxed)) clear_yield(worker);
}

Context& Scheduler::begin_turn(Worker& worker, FiberState* fiber) {
  set_current_fiber(fiber);
  if (fiber == nullptr) return worker.context;
  note_turn(worker);
  if (!worker.busy.load(std::memory_order_relaxed)) {
    worker.busy.store(true, std::memory_order_seq_cst);
    if (spawned_.load(std::memory_order_relaxed)) keep_watched();
  }
  if (fiber->coroutine == nullptr) attach_stack(worker, fiber);
  return coroutine_of(*fiber).context;
}

void Scheduler::leave(Worker& worker, Context& from, Worker::Left why, FiberState* next) {
  worker.left = why;
  switch_context(from, begin_turn(worker, next), worker.exceptions, /*ends=*/why == Worker::Left::ended);
  arrive();
}

// Not inlined: whoever arrives may be on another thread than when it left.
[[gnu::noinline]] void Scheduler::arrive() {
  Worker& worker = *this_worker();
  worker.scheduler.complete_leaving(worker);
}

void Scheduler::complete_leaving(Worker& worker) {
  switch (std::exchange(worker.left, Worker::Left::nothing)) {
    case Worker::Left::nothing: return;
    case Worker::Left::waiting:
      reached(Step::before_commit);
      // Committed, it may run elsewhere at once. If somebody woke it on its way out, it is ready again.
      if (!worker.left_fiber->wait_cell().commit()) push_next(worker, worker.left_fiber);
      return;
    case Worker::Left::yielding:
      worker.ready.push(worker.left_fiber);
      notify();
      return;
    case Worker::Left::interrupted:
      // Behind everybody. At the near end of this worker's ring it would have the worker back as soon as the next fiber waits.
      push_shared(worker.left_fiber);
      notify();
      return;
    case Worker::Left::ended: {
      const Stack stack = worker.left_coroutine->stack;
      retire_context(worker.left_coroutine->context);
      recycle_stack(worker, stack);
      return;
    }
  }
}

/// Runs the fiber it was made for, and then every fiber that begins where another one on this stack ends: a stack that is warm and a
/// switch that is saved.
void Scheduler::fiber_main(void* argument) {
  auto& scheduler = static_cast<Scheduler&>(scheduler_backend());
  auto* fiber = static_cast<FiberState*>(argument);
  auto* coroutine = static_cast<Coroutine*>(fiber->coroutine);
  arrive();
  for (;;) {
    fiber->execute();
    set_current_fiber(nullptr);
    fiber->coroutine = nullptr;
    fiber->release();
    Worker& worker = *this_worker();
    FiberState* next = scheduler.find(worker);
    if (next == nullptr || next->coroutine != nullptr) {
      worker.left_coroutine = coroutine;
      scheduler.leave(worker, coroutine->context, Worker::Left::ended, next);
      unreachable();
    }
    next->coroutine = coroutine;
    scheduler.begin_turn(worker, next);
    fiber = next;
  }
}

void Scheduler::attach_stack(Worker& worker, FiberState* fiber) {
  if (worker.stacks.empty()) take_stacks(worker.stacks, stack_batch);
  const Stack stack = worker.stacks.back();
  worker.stacks.pop_back();
  std::byte* place = stack.top() - Coroutine::room;
  auto* coroutine = new (place) Coroutine{{}, stack};
  fiber->coroutine = coroutine;
  make_context(coroutine->context, stack, place, &Scheduler::fiber_main, fiber);
}

void Scheduler::recycle_stack(Worker& worker, Stack stack) {
  worker.stacks.push_back(stack);
  if (worker.stacks.size() <= warm_stacks) return;
  give_back_stacks(worker.stacks.data(), stack_batch);
  worker.stacks.erase(worker.stacks.begin(), worker.stacks.begin() + stack_batch);
}

// ---- queues ------------------------------------------------------------------------------------------------------------------

void Scheduler::push_shared(FiberState* fiber) {
  const std::scoped_lock lock(shared_mutex_);
  fiber->next_ready = nullptr;
  (shared_last_ != nullptr ? shared_last_->next_ready : shared_first_) = fiber;
  shared_last_ = fiber;
  shared_count_.fetch_add(1, std::memory_order_seq_cst);
}

FiberState* Scheduler::take_shared() {
  if (shared_count_.load(std::memory_order_seq_cst) == 0) return nullptr;
  const std::scoped_lock lock(shared_mutex_);
  FiberState* fiber = shared_first_;
  if (fiber == nullptr) return nullptr;
  shared_first_ = fiber->next_ready;
  if (shared_first_ == nullptr) shared_last_ = nullptr;
  shared_count_.fetch_sub(1, std::memory_order_seq_cst);
  return fiber;
}

void Scheduler::push_next(Worker& worker, FiberState* fiber) {
  // Only this worker fills the slot; others empty it.
  if (worker.run_next.load(std::memory_order_relaxed) == nullptr) {
    worker.run_next.store(fiber, std::memory_order_release);
    return;
  }
  FiberState* displaced = worker.run_next.exchange(fiber, std::memory_order_acq_rel);
  if (displaced == nullptr) return;
  worker.ready.push(displaced);
  notify();
}

FiberState* Scheduler::find(Worker& worker) {
  const std::uint64_t turn = worker.turns.load(std::memory_order_relaxed);
  if (turn % shared_every == 0) {
    if (FiberState* fiber = take_shared()) return fiber;
  }
  if (turn % oldest_every == 1 || worker.oldest_wanted.load(std::memory_order_relaxed)) {
    worker.oldest_wanted.store(false, std::memory_order_relaxed);
    if (FiberState* fiber = worker.ready.steal()) return fiber;
  }
  if (worker.run_next.load(std::memory_order_relaxed) != nullptr) {
    if (FiberState* fiber = worker.run_next.exchange(nullptr, std::memory_order_acq_rel)) return fiber;
  }
  if (FiberState* fiber = worker.ready.pop()) return fiber;
  return take_shared();
}

/// Takes the older half of another worker's queue: answers the oldest, the others become this worker's own.
FiberState* Scheduler::steal(Worker& worker) {
  const std::size_t count = started_.load(std::memory_order_acquire);
  worker.random ^= worker.random << 13;
  worker.random ^= worker.random >> 7;
  worker.random ^= worker.random << 17;
  const std::size_t first = worker.random % count;
  for (std::size_t i = 0; i < count; ++i) {
    Worker& victim = *workers_[(first + i) % count];
    if (&victim == &worker) continue;
    const std::int64_t half = std::min((victim.ready.size() + 1) / 2, most_stolen);
    FiberState* oldest = victim.ready.steal();
    if (oldest == nullptr) continue;
    for (std::int64_t stolen = 1; stolen < half; ++stolen) {
      FiberState* fiber = victim.ready.steal();
      if (fiber == nullptr) break;
      worker.ready.push(fiber);
    }
    return oldest;
  }
  return nullptr;
}

/// Takes a fiber that has been in a busy worker's slot since the last look. On a worker that found nothing else for `slot_age`.
FiberState* Scheduler::steal_slot(Worker& worker) {
  const std::size_t count = started_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    Worker& victim = *workers_[i];
    if (&victim == &worker) continue;
    const std::uint64_t turns = victim.turns.load(std::memory_order_relaxed);
    if (victim.slot_turns.exchange(turns, std::memory_order_relaxed) != turns) continue;
    if (victim.run_next.load(std::memory_order_relaxed) == nullptr) continue;
    if (FiberState* fiber = victim.run_next.exchange(nullptr, std::memory_order_acq_rel)) return fiber;
  }
  return nullptr;
}

void Scheduler::note_contentions(Worker& worker) {
  worker.turns_before = worker.turns.load(std::memory_order_relaxed);
  worker.contentions_before = contentions_here();
}

void Scheduler::keep_away_if_contended(Worker& worker) {
  const std::uint64_t turns = worker.turns.load(std::memory_order_relaxed) - worker.turns_before;
  const std::uint32_t contentions = contentions_here() - worker.contentions_before;
  note_contentions(worker);
  if (contentions < few_contentions || contentions < turns / turns_a_contention) {
    worker.nap /= 2;
    return;
  }
  worker.busy.store(false, std::memory_order_seq_cst);
  worker.nap = std::clamp(2 * worker.nap, shortest_nap, longest_nap);
  std::this_thread::sleep_for(worker.nap);
}

FiberState* Scheduler::next(Worker& worker) {
  for (;;) {
    if (!worker.searching) {
      if (FiberState* fiber = find(worker)) return fiber;
      keep_away_if_contended(worker);
      searching_.fetch_add(1, std::memory_order_seq_cst);
      worker.searching = true;
    }
    FiberState* fiber = nullptr;
    for (int look = 0; fiber == nullptr && look < looks_before_sleep; ++look) {
      fiber = find(worker);
      if (fiber == nullptr) fiber = steal(worker);
      if (fiber != nullptr) break;
      if (look % looks_between_counts == 0 && !others_busy(worker)) break;  // then nobody is about to make something ready
      spin_pause();
    }
    if (fiber == nullptr) fiber = sleep_until_called(worker);
    if (fiber == nullptr) continue;
    // Whoever was pushed while this worker was searching woke nobody.
    if (std::exchange(worker.searching, false)) searching_.fetch_sub(1, std::memory_order_seq_cst);
    if (work_in_sight()) notify();
    note_contentions(worker);
    return fiber;
  }
}

bool Scheduler::work_in_sight() {
  if (shared_count_.load(std::memory_order_seq_cst) > 0) return true;
  const std::size_t count = started_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    if (workers_[i]->ready.size() > 0) return true;
  }
  return false;
}

bool Scheduler::others_busy(const Worker& worker) const {
  const std::size_t count = started_.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i) {
    if (workers_[i].get() != &worker && workers_[i]->busy.load(std::memory_order_relaxed)) return true;
  }
  return false;
}

/// Called while counted as searching. Sleeps until there is something to look for; then the worker is counted as searching again. While
/// others are busy it looks into their slots from time to time, and may come back with what it found there.
FiberState* Scheduler::sleep_until_called(Worker& worker) {
  worker.busy.store(false, std::memory_order_seq_cst);
  const std::uint64_t seen = worker.called.load(std::memory_order_seq_cst);
  {
    const std::scoped_lock lock(idle_mutex_);
    idle_.push_back(&worker);
    idle_count_.store(idle_.size(), std::memory_order_seq_cst);
  }
  worker.searching = false;
  searching_.fetch_sub(1, std::memory_order_seq_cst);
  // Looking once more after being counted as idle: a push that saw neither an idle nor a searching worker is seen here.
  if (work_in_sight() && stop_idling(worker)) return nullptr;
  FiberState* found = nullptr;
  bool called = false;
  bool looks = false;
  while (!called && found == nullptr) {
    if (!looks) looks = worker.asked_to_look.exchange(false) || (others_busy(worker) && !slots_watched_.exchange(true));
    if (looks && !others_busy(worker)) {
      looks = false;
      slots_watched_.store(false);
    }
    futex_wait(worker.called, seen, looks ? now() + slot_age : no_deadline);
    called = worker.called.load(std::memory_order_seq_cst) != seen;
    if (looks && !called) found = steal_slot(worker);
  }
  if (!called) called = !stop_idling(worker);
  worker.searching = called;  // whoever calls a worker counts it
  if (worker.asked_to_look.exchange(false) || looks) slots_watched_.store(false);
  return found;
}

/// Asks an idle worker to look into the slots of the busy ones.
[[gnu::noinline]] void Scheduler::have_slots_watched() {
  if (slots_watched_.exchange(true)) return;
  Worker* watcher = nullptr;
  {
    const std::scoped_lock lock(idle_mutex_);
    if (!idle_.empty()) {
      watcher = idle_.back();
      watcher->asked_to_look.store(true);
    }
  }
  if (watcher == nullptr) {
    slots_watched_.store(false);
  } else {
    futex_wake(watcher->called);
  }
}

/// Takes the worker off the list of idle ones. False if somebody has called it already.
bool Scheduler::stop_idling(Worker& worker) {
  const std::scoped_lock lock(idle_mutex_);
  if (std::erase(idle_, &worker) == 0) return false;
  idle_count_.store(idle_.size(), std::memory_order_seq_cst);
  return true;
}

void Scheduler::notify() {
  const bool idle = idle_count_.load(std::memory_order_seq_cst) > 0;
  if (!idle && started_.load(std::memory_order_acquire) == most_workers_) return;
  int none = 0;
  if (!searching_.compare_exchange_strong(none, 1, std::memory_order_seq_cst)) return;
  Worker* worker = nullptr;
  {
    const std::scoped_lock lock(idle_mutex_);
    if (!idle_.empty()) {
      worker = idle_.back();
      idle_.pop_back();
      idle_count_.store(idle_.size(), std::memory_order_seq_cst);
    }
  }
  if (worker != nullptr) {
    worker->called.fetch_add(1, std::memory_order_seq_cst);
    futex_wake(worker->called);
  } else if (!add_worker()) {
    searching_.fetch_sub(1, std::memory_order_seq_cst);
  }
}

bool Scheduler::add_worker() {
  const std::scoped_lock lock(start_mutex_);
  const std::size_t count = started_.load(std::memory_order_relaxed);
  if (count == most_workers_) return false;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  started_.store(count + 1, std::memory_order_release);  // the worker looks at all that are started, itself included
  const int error = pthread_create(&thread, &attributes, &Scheduler::worker_main, workers_[count].get());
  pthread_attr_destroy(&attributes);
  if (error != 0 && count == 0) fatal("no thread can be started to run fibers");
  if (error != 0) started_.store(count, std::memory_order_release);
  return error == 0;
}

// ---- long turns --------------------------------------------------------------------------------------------------------------

bool Scheduler::yields_now() {
  Worker* worker = this_worker();
  if (worker == nullptr || !worker->yield_wanted.load(std::memory_order_relaxed)) return false;
  clear_yield(*worker);
  worker->interrupts = true;
  return true;
}

void Scheduler::clear_yield(Worker& worker) {
  if (!worker.yield_wanted.exchange(false, std::memory_order_seq_cst)) return;
  if (yields_wanted_.fetch_sub(1, std::memory_order_seq_cst) == 1) attention.fetch_and(~yield_bit);
}

/// Wakes the helper if it does not look at the workers. A program that never spawns has none.
void Scheduler::keep_watched() {
  if (!watched_.load(std::memory_order_seq_cst) && !watched_.exchange(true)) call_helper();
}

Time Scheduler::watch(Time now) {
  constexpr std::chrono::milliseconds slice{10};
  constexpr int quiet_before_sleep = 20;
  report(now);
  const std::size_t count = started_.load(std::memory_order_acquire);
  bool busy = false;
  for (std::size_t i = 0; i < count; ++i) {
    Worker& worker = *workers_[i];
    if (!worker.busy.load(std::memory_order_seq_cst)) continue;
    busy = true;
    worker.oldest_wanted.store(true, std::memory_order_relaxed);
    const std::uint64_t turns = worker.turns.load(std::memory_order_relaxed);
    if (turns != worker.watched_turns) {
      worker.watched_turns = turns;
      continue;
    }
    // The same fiber has been running since the last look. What was to run after it can run elsewhere.
    if (FiberState* fiber = worker.run_next.exchange(nullptr, std::memory_order_seq_cst)) push_shared(fiber);
    const bool waiting = worker.ready.size() > 0 || shared_count_.load(std::memory_order_seq_cst) > 0;
    if (waiting && !worker.yield_wanted.exchange(true, std::memory_order_seq_cst)) {
      yields_wanted_.fetch_add(1, std::memory_order_seq_cst);
      attention.fetch_or(yield_bit);
    }
  }
  if (work_in_sight()) notify();
  quiet_looks_ = busy ? 0 : quiet_looks_ + 1;
  if (quiet_looks_ < quiet_before_sleep) return now + slice;
  quiet_looks_ = 0;
  watched_.store(false, std::memory_order_seq_cst);
  for (std::size_t i = 0; i < count; ++i) {
    if (workers_[i]->busy.load(std::memory_order_seq_cst) && !watched_.exchange(true)) return now + slice;
  }
  return settings().report_millis > 0 ? next_report_ : no_deadline;
}

void Scheduler::report(Time now) {
  if (settings().report_millis == 0 || now < next_report_) return;
  const bool first = next_report_ == Time();
  next_report_ = now + std::chrono::milliseconds(settings().report_millis);
  if (first) return;
  const std::size_t count = started_.load(std::memory_order_acquire);
  std::string line = "khora: scheduler: workers=" + std::to_string(count) +
                     " idle=" + std::to_string(idle_count_.load()) + " ready=" + std::to_string(shared_count_.load()) +
                     " turns=[";
  for (std::size_t i = 0; i < count; ++i) {
    line += (i == 0 ? "" : ", ") + std::to_string(workers_[i]->turns.load(std::memory_order_relaxed));
  }
  report_line(line + "]");
}

}  // namespace khora::detail
