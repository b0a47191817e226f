// The `scheduler` backend: stackful coroutines on a pool of workers that steal from each other.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "backend/backend.hpp"
#include "backend/coroutine.hpp"
#include "backend/ready_ring.hpp"
#include "khora/detail/spin_lock.hpp"

namespace khora::detail {

class Scheduler;

/// A thread that runs fibers.
struct Worker {
  explicit Worker(Scheduler& of) : scheduler(of) {}

  /// Why a fiber left its stack. Whoever arrives on the next one completes that: until then the fiber's context is not saved.
  enum class Left : std::uint8_t { nothing, waiting, yielding, interrupted, ended };

  Scheduler& scheduler;
  std::size_t index = 0;
  ReadyRing ready;
  std::atomic<FiberState*> run_next{nullptr};  // woken by the fiber that runs here; nobody else is woken for it
  std::atomic<std::uint64_t> called{0};        // changes when an idle worker is to look for work
  std::atomic<bool> asked_to_look{false};      // at the slots of busy workers, while idle
  std::atomic<bool> yield_wanted{false};
  std::atomic<bool> oldest_wanted{false};      // the next turn is for the oldest of the queue
  std::atomic<bool> busy{false};               // runs a fiber
  std::atomic<std::uint64_t> turns{0};
  std::uint64_t watched_turns = 0;             // helper only
  std::atomic<std::uint64_t> slot_turns{0};    // when an idle worker last looked at the slot
  Context context;
  ExceptionState* exceptions = nullptr;
  Left left = Left::nothing;
  FiberState* left_fiber = nullptr;            // the one that waits or is still ready
  bool interrupts = false;                     // the yield that comes now was asked for, because the turn is long
  bool own_first = false;                      // the next fiber after a long turn is of this worker's ring, not of the shared queue
  Coroutine* left_coroutine = nullptr;         // the one that has ended
  bool searching = false;                      // it is counted in `searching_`
  std::uint64_t turns_before = 0;              // when it last came with a fiber from elsewhere
  std::uint32_t contentions_before = 0;        // the same of `contentions_here`
  std::chrono::microseconds nap{0};            // how long it kept away the last time
  std::vector<Stack> stacks;                   // warm ones
  std::uint64_t random = 0;
};

class Scheduler final : public Backend {
 public:
  Scheduler();
  void start(FiberState* fiber) override;
  void suspend(FiberState& self, Time deadline) override;
  void resume(FiberState* fiber) noexcept override;
  void yield(FiberState& self) override;
  void block(FiberState& self, BlockingJob& job) override;
  Time now() override { return std::chrono::steady_clock::now(); }
  void run_root(FiberState& root, void (*body)(void*), void* argument) override;

  /// One look at the workers, from the helper thread: asks long turns to yield while somebody else is ready.
  Time watch(Time now);
  bool yields_now() override;

 private:
  void worker_loop(Worker& worker);
  /// The turn of the next fiber begins on `worker`; answers where to switch to. The worker's own loop if there is none.
  Context& begin_turn(Worker& worker, FiberState* fiber);
  void note_turn(Worker& worker);
  void leave(Worker& worker, Context& from, Worker::Left why, FiberState* next);
  /// Completes what whoever left the stack before began.
  static void arrive();
  void complete_leaving(Worker& worker);
  void attach_stack(Worker& worker, FiberState* fiber);
  void recycle_stack(Worker& worker, Stack stack);
  static void fiber_main(void* argument);
  static void* worker_main(void* argument);

  /// The next fiber to run; sleeps while there is none.
  FiberState* next(Worker& worker);
  /// The next fiber that is this worker's or nobody's; null if there is none.
  FiberState* find(Worker& worker);
  FiberState* steal(Worker& worker);
  /// Keeps away from the others' fibers for a while if those that it ran last mostly waited for locks that the others had.
  void keep_away_if_contended(Worker& worker);
  static void note_contentions(Worker& worker);
  FiberState* steal_slot(Worker& worker);
  FiberState* take_shared();
  void push_shared(FiberState* fiber);
  /// Makes `fiber` the one that runs next here.
  void push_next(Worker& worker, FiberState* fiber);
  /// Gets one more worker to look for work, unless one does already.
  void notify();
  bool add_worker();
  FiberState* sleep_until_called(Worker& worker);
  bool stop_idling(Worker& worker);
  void have_slots_watched();
  bool others_busy(const Worker& worker) const;
  bool work_in_sight();
  void clear_yield(Worker& worker);
  void keep_watched();
  void report(Time now);

  const std::size_t most_workers_;
  const bool wakes_local_;
  std::vector<std::unique_ptr<Worker>> workers_;  // all places exist from the start, `started_` of them have a thread
  std::atomic<std::size_t> started_{0};
  std::mutex start_mutex_;

  std::mutex shared_mutex_;
  FiberState* shared_first_ = nullptr;
  FiberState* shared_last_ = nullptr;
  std::atomic<std::size_t> shared_count_{0};

  std::mutex idle_mutex_;
  std::vector<Worker*> idle_;
  std::atomic<std::size_t> idle_count_{0};
  std::atomic<int> searching_{0};
  std::atomic<bool> slots_watched_{false};  // an idle worker looks into the slots of busy ones, or was asked to
  std::atomic<int> yields_wanted_{0};
  std::atomic<bool> spawned_{false};
  std::atomic<bool> watched_{false};  // the helper looks at the workers regularly
  int quiet_looks_ = 0;               // helper only
  Time next_report_{};                // helper only
};

}  // namespace khora::detail
