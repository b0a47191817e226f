// The `threads` backend: a fiber has an operating-system thread to itself, and its waits block that thread.
#include <pthread.h>

#include <cstring>
#include <mutex>
#include <string>
#include <vector>

#include "backend/backend.hpp"
#include "backend/futex.hpp"
#include "backend/helper.hpp"
#include "context/overflow.hpp"
#include "context/stack.hpp"
#include "khora/trap.hpp"
#include "park/steps.hpp"

namespace khora::detail {
namespace {

/// A thread that has run a fiber and waits a while for the next one, on its own stack.
struct IdleThread {
  std::atomic<std::uint64_t> called{0};
  FiberState* fiber = nullptr;
};

class ThreadsBackend final : public Backend {
 public:
  void start(FiberState* fiber) override {
    fiber->set_home(*this);
    IdleThread* idle = nullptr;
    {
      const std::scoped_lock lock(mutex_);
      if (!idle_.empty()) {
        idle = idle_.back();
        idle_.pop_back();
        // Under the lock: once called, the thread may end and its place with it.
        idle->fiber = fiber;
        idle->called.store(1, std::memory_order_release);
        futex_wake(idle->called);
      }
    }
    if (idle == nullptr) start_thread(fiber);
  }

  void suspend(FiberState& self, Time deadline) override {
    WaitCell& cell = self.wait_cell();
    reached(Step::before_commit);
    if (!cell.commit()) return;
    for (;;) {
      const std::uint64_t word = cell.word().load(std::memory_order_acquire);
      if (!WaitCell::is_asleep(word)) return;
      if (deadline != no_deadline && now() >= deadline) {
        cell.try_wake(cell.epoch(), WakeReason::deadline);  // whoever won, the wait is over
        return;
      }
      futex_wait(cell.word(), word, deadline);
    }
  }

  void resume(FiberState* fiber) noexcept override { futex_wake(fiber->wait_cell().word()); }
  void yield(FiberState&) override {}
  void block(FiberState&, BlockingJob& job) override { job.run(); }
  Time now() override { return std::chrono::steady_clock::now(); }

  void run_root(FiberState& root, void (*body)(void*), void* argument) override {
    root.set_home(*this);
    set_current_fiber(&root);
    prepare_overflow_report();
    body(argument);
  }

 private:
  static constexpr std::size_t most_idle = 256;
  static constexpr std::chrono::seconds idle_time{2};

  void start_thread(FiberState* fiber) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, stack_size);
    pthread_attr_setguardsize(&attributes, guard_size);
    pthread_t thread;
    const int error = pthread_create(&thread, &attributes, &ThreadsBackend::thread_main, fiber);
    pthread_attr_destroy(&attributes);
    if (error != 0) {
      fatal(std::string("the system has no thread left for another fiber (") + std::strerror(error) +
            "); KHORA_FIBERS=scheduler runs fibers without one each");
    }
  }

  static void* thread_main(void* argument);
  /// Waits for another fiber to run on this thread. Null when the thread should end.
  FiberState* next_fiber(IdleThread& self) {
    {
      const std::scoped_lock lock(mutex_);
      if (idle_.size() >= most_idle) return nullptr;
      self.called.store(0, std::memory_order_relaxed);
      idle_.push_back(&self);
    }
    const Time deadline = now() + idle_time;
    while (self.called.load(std::memory_order_acquire) == 0 && now() < deadline) futex_wait(self.called, 0, deadline);
    const std::scoped_lock lock(mutex_);
    if (self.called.load(std::memory_order_acquire) != 0) return self.fiber;
    std::erase(idle_, &self);
    return nullptr;
  }

  std::mutex mutex_;
  std::vector<IdleThread*> idle_;
};

ThreadsBackend& instance() {
  static ThreadsBackend& backend = *new ThreadsBackend;
  return backend;
}

void* ThreadsBackend::thread_main(void* argument) {
  prepare_overflow_report();
  IdleThread self;
  auto* fiber = static_cast<FiberState*>(argument);
  while (fiber != nullptr) {
    set_current_fiber(fiber);
    fiber->execute();
    set_current_fiber(nullptr);
    fiber->release();
    fiber = instance().next_fiber(self);
  }
  forget_overflow_report();
  return nullptr;
}

}  // namespace

Backend& threads_backend() { return instance(); }

}  // namespace khora::detail
