#include "backend/scheduler.hpp"

#include <pthread.h>

#include <new>
#include <string>

#include "backend/blocking_pool.hpp"
#include "backend/futex.hpp"
#include "backend/helper.hpp"
#include "backend/settings.hpp"
#include "backend/timers.hpp"
#include "context/overflow.hpp"
#include "khora/trap.hpp"

namespace khora::detail {
namespace {

constinit thread_local Worker* worker_here = nullptr;
// A fiber can be on another thread after any wait: thread-local addresses are formed only in here.
[[gnu::noinline]] Worker* this_worker() { return worker_here; }
[[gnu::noinline]] void set_this_worker(Worker* worker) { worker_here = worker; }

constexpr std::size_t warm_stacks = 64;
constexpr std::size_t stack_batch = 32;
constexpr std::uint64_t shared_every = 31;  // turns between two looks at the shared queue
constexpr std::uint64_t oldest_every = 61;  // turns between two turns for the oldest of the local queue

Coroutine& coroutine_of(FiberState& fiber) { return *static_cast<Coroutine*>(fiber.coroutine); }

}  // namespace

Scheduler::Scheduler() : most_workers_(settings().workers) {
  for (std::size_t i = 0; i < most_workers_; ++i) {
    workers_.push_back(std::make_unique<Worker>());
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
  if (Worker* worker = this_worker()) {
    push_local(*worker, fiber);
  } else {
    push_shared(fiber);
  }
  notify();
}

void Scheduler::suspend(FiberState& self, Time deadline) {
  TimerNode timer{deadline, &self, self.wait_cell().epoch()};
  if (deadline != no_deadline && timers().add(timer)) timers_changed();
  Worker* worker = this_worker();
  worker->left = Worker::Left::waiting;
  switch_context(coroutine_of(self).context, worker->context);
  if (deadline != no_deadline) timers().remove(timer);
}

void Scheduler::resume(FiberState* fiber) noexcept {
  Worker* worker = this_worker();
  if (worker == nullptr || !settings().wake_local) {
    push_shared(fiber);
    notify();
    return;
  }
  FiberState* displaced = worker->run_next.exchange(fiber, std::memory_order_seq_cst);
  if (displaced == nullptr) return;
  push_local(*worker, displaced);
  notify();
}

void Scheduler::yield(FiberState& self) {
  Worker* worker = this_worker();
  worker->left = Worker::Left::yielding;
  switch_context(coroutine_of(self).context, worker->context);
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
  run(*worker, &root);
  worker_loop(*worker, /*searching=*/false);
}

void* Scheduler::worker_main(void* argument) {
  auto* worker = static_cast<Worker*>(argument);
  prepare_overflow_report();
  adopt_thread(worker->context);
  set_this_worker(worker);
  // Whoever asked for one more worker counted it as searching.
  static_cast<Scheduler&>(scheduler_backend()).worker_loop(*worker, /*searching=*/true);
  return nullptr;
}

void Scheduler::worker_loop(Worker& worker, bool searching) {
  for (;; searching = false) run(worker, next(worker, searching));
}

void Scheduler::run(Worker& worker, FiberState* fiber) {
  if (!worker.busy.load(std::memory_order_relaxed)) {
    worker.busy.store(true, std::memory_order_seq_cst);
    if (spawned_.load(std::memory_order_relaxed)) keep_watched();
  }
  for (;;) {
    worker.turns.store(worker.turns.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (worker.yield_wanted.load(std::memory_order_relaxed)) clear_yield(worker);
    if (fiber->coroutine == nullptr) attach_stack(worker, fiber);
    set_current_fiber(fiber);
    switch_context(worker.context, coroutine_of(*fiber).context);
    set_current_fiber(nullptr);
    switch (worker.left) {
      case Worker::Left::waiting:
        if (fiber->wait_cell().commit()) return;  // from here on it may run elsewhere
        continue;                                 // woken before it was asleep
      case Worker::Left::yielding:
        push_shared(fiber);
        return;
      case Worker::Left::ended: {
        Coroutine& coroutine = coroutine_of(*fiber);
        const Stack stack = coroutine.stack;
        retire_context(coroutine.context);
        fiber->coroutine = nullptr;
        recycle_stack(worker, stack);
        fiber->release();
        return;
      }
    }
  }
}

void Scheduler::fiber_main(void* argument) {
  auto* fiber = static_cast<FiberState*>(argument);
  fiber->execute();
  Worker* worker = this_worker();
  worker->left = Worker::Left::ended;
  switch_context(coroutine_of(*fiber).context, worker->context, /*ends=*/true);
  unreachable();
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

void Scheduler::push_local(Worker& worker, FiberState* fiber) {
  if (!worker.ready.push(fiber)) push_shared(fiber);
}

FiberState* Scheduler::find(Worker& worker) {
  const std::uint64_t turn = worker.turns.load(std::memory_order_relaxed);
  if (turn % shared_every == 0) {
    if (FiberState* fiber = take_shared()) return fiber;
  }
  if (turn % oldest_every == 0) {
    if (FiberState* fiber = worker.ready.steal()) return fiber;
  }
  if (worker.run_next.load(std::memory_order_relaxed) != nullptr) {
    if (FiberState* fiber = worker.run_next.exchange(nullptr, std::memory_order_acq_rel)) return fiber;
  }
  if (FiberState* fiber = worker.ready.pop()) return fiber;
  return take_shared();
}

FiberState* Scheduler::steal(Worker& worker) {
  const std::size_t count = started_.load(std::memory_order_acquire);
  worker.random ^= worker.random << 13;
  worker.random ^= worker.random >> 7;
  worker.random ^= worker.random << 17;
  const std::size_t first = worker.random % count;
  for (std::size_t i = 0; i < count; ++i) {
    Worker& victim = *workers_[(first + i) % count];
    if (&victim == &worker) continue;
    if (FiberState* fiber = victim.ready.steal()) return fiber;
  }
  return nullptr;
}

FiberState* Scheduler::next(Worker& worker, bool searching) {
  if (!searching) {
    if (FiberState* fiber = find(worker)) return fiber;
  }
  for (;;) {
    if (!searching) {
      searching_.fetch_add(1, std::memory_order_seq_cst);
      searching = true;
    }
    FiberState* fiber = find(worker);
    if (fiber == nullptr) fiber = steal(worker);
    if (fiber != nullptr) {
      // Whoever was pushed while this worker was searching woke nobody.
      searching_.fetch_sub(1, std::memory_order_seq_cst);
      if (work_in_sight()) notify();
      return fiber;
    }
    worker.busy.store(false, std::memory_order_seq_cst);
    searching = sleep_until_called(worker);
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

/// Called while counted as searching. Answers whether the worker still is: a call counts its worker as searching.
bool Scheduler::sleep_until_called(Worker& worker) {
  const std::uint64_t seen = worker.called.load(std::memory_order_seq_cst);
  {
    const std::scoped_lock lock(idle_mutex_);
    idle_.push_back(&worker);
    idle_count_.store(idle_.size(), std::memory_order_seq_cst);
  }
  searching_.fetch_sub(1, std::memory_order_seq_cst);
  // Looking once more after being counted as idle: a push that saw neither an idle nor a searching worker is seen here.
  if (work_in_sight()) {
    const std::scoped_lock lock(idle_mutex_);
    if (std::erase(idle_, &worker) > 0) {
      idle_count_.store(idle_.size(), std::memory_order_seq_cst);
      return false;
    }
  }
  while (worker.called.load(std::memory_order_seq_cst) == seen) futex_wait(worker.called, seen);
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
