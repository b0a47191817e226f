#include "backend/blocking_pool.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include "backend/settings.hpp"
#include "khora/trap.hpp"

namespace khora::detail {
namespace {

struct Pending {
  BlockingJob* job;
  FiberState* fiber;
  WaitCell::Epoch epoch;
  Pending* next = nullptr;
};

class Pool {
 public:
  void submit(Pending& pending) {
    const std::scoped_lock lock(mutex_);
    (last_ != nullptr ? last_->next : first_) = &pending;
    last_ = &pending;
    ++queued_;
    if (idle_ >= queued_) {
      wake_.notify_one();
    } else if (threads_ < settings().blocking_threads) {
      add_thread();
    }
  }

 private:
  static constexpr std::chrono::seconds idle_time{5};

  void add_thread() {
    try {
      std::thread([this] { serve(); }).detach();
      ++threads_;
    } catch (const std::system_error&) {
      if (threads_ == 0) fatal("no thread can be started for calls that block");
    }
  }
  void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      ++idle_;
      const bool found = wake_.wait_for(lock, idle_time, [this] { return first_ != nullptr; });
      --idle_;
      if (!found) break;
      Pending* pending = first_;
      first_ = pending->next;
      if (first_ == nullptr) last_ = nullptr;
      --queued_;
      lock.unlock();
      pending->job->run();
      // The fiber, and `pending` on its stack, stay until it is woken.
      FiberState& fiber = *pending->fiber;
      const WaitCell::Epoch epoch = pending->epoch;
      Woken(fiber, epoch, WakeReason::event).resume();
      lock.lock();
    }
    --threads_;
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  Pending* first_ = nullptr;
  Pending* last_ = nullptr;
  std::size_t queued_ = 0;
  std::size_t idle_ = 0;
  std::size_t threads_ = 0;
};

Pool& pool() {
  static Pool& instance = *new Pool;
  return instance;
}

}  // namespace

void run_blocking(FiberState& self, BlockingJob& job) {
  Pending pending{&job, &self, self.wait_cell().begin(Interest::never)};
  pool().submit(pending);
  self.park();
}

}  // namespace khora::detail
