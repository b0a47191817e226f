// A fiber as the runtime sees it: identity, what stops it, how it waits and how it ended.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>

#include "khora/detail/block_cache.hpp"
#include "khora/detail/spin_lock.hpp"
#include "khora/detail/wait_cell.hpp"
#include "khora/detail/wait_queue.hpp"
#include "khora/tagged.hpp"

namespace khora::detail {

class Backend;
class FiberState;
class Frame;
class NurseryCore;
class RegionState;
class StopFrame;
struct ChildLink;
struct TimerNode;

/// How far a fiber has been asked to stop. Levels only rise (concurrency.md 4.1).
enum class StopLevel : std::uint8_t { none, canceled, aborted };

enum class Ending : std::uint8_t { running, answered, failed, stopped };

enum class FiberKind : std::uint8_t {
  spawned,
  root,   // runs `main` or a test: owns a root region, traps do not name it
  plain,  // a C++ thread that called Khora code; its waits block the thread
};

using Time = std::chrono::steady_clock::time_point;
inline constexpr Time no_deadline = Time::max();
/// A time span as a program gives it: not below nothing, and no longer than a clock can add.
constexpr std::chrono::milliseconds bounded_millis(std::int64_t millis) {
  constexpr std::int64_t longest = std::int64_t{1000} * 60 * 60 * 24 * 365 * 100;
  return std::chrono::milliseconds(millis < 0 ? 0 : millis > longest ? longest : millis);
}

/// What a fiber that waits for another one's end does when it is asked to stop itself.
enum class GiveUp : std::uint8_t {
  stop,       // gives up (concurrency.md 7.2)
  pass_on,    // passes the stop on to the fiber it waits for, waits for its end all the same, then stops (2.5)
  only_pass,  // passes an abort on and goes on waiting; not a point (7.4)
};

/// How a wait for a fiber's end went that has a deadline.
enum class Awaited : std::uint8_t { ended, late, stopped };

/// The control block of a fiber. Memory is counted (`retain`, `release`); handles of the program are counted apart, because
/// letting the last of them go waits for the fiber.
class FiberState : public FromBlockCache {
 public:
  explicit FiberState(FiberKind kind);
  FiberState(const FiberState&) = delete;
  FiberState& operator=(const FiberState&) = delete;

  std::uint64_t id() const { return id_; }
  FiberKind kind() const { return kind_; }
  void retain() { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy();
  }

  // ---- stopping: asked from anywhere, acted on by the fiber itself ----
  /// The level that what the fiber does now is asked to stop with; a `StopFrame` makes that differ from what the whole fiber was asked.
  StopLevel level() const { return level_.load(std::memory_order_seq_cst); }
  bool asked_to_stop() const { return level_.load(std::memory_order_relaxed) != StopLevel::none; }
  /// Whether the check at `point` must stop this fiber (concurrency.md 4.2, 9, 13.4). On this fiber only.
  bool stops_at(Point point);
  /// From which level on a wait of this fiber is given up. `answers_when_pinned` is for operations that have an answer for
  /// giving up inside a change function (13.4): they give up there whatever else holds the stop off.
  Interest interest(bool answers_when_pinned) const {
    if (answers_when_pinned && pins() > 0) return Interest::canceled;
    return in_cleanup() ? Interest::aborted : Interest::canceled;
  }
  bool reaches(Interest interest) const { return static_cast<std::uint8_t>(level()) >= static_cast<std::uint8_t>(interest); }
  /// Notes that this fiber begins to unwind because of its stop, which is off the attention word from then on.
  void act_on_stop();
  bool pinned() const { return pins() > 0; }
  bool in_cleanup() const;
  /// Entering and leaving a change function of a shared cell.
  void pin() { pins_.store(pins() + 1, std::memory_order_relaxed); }
  void unpin() { pins_.store(pins() - 1, std::memory_order_relaxed); }

  // ---- waiting ----
  /// Sleeps in the wait that `wait_cell().begin` opened. Answers why it ended.
  WakeReason park(Time deadline = no_deadline);
  WaitCell& wait_cell() { return wait_cell_; }
  /// After `park`: nobody uses this fiber's place in a queue any more, and it need not take the queue's lock to be sure. True only of a
  /// fiber that somebody had to resume; a thread may leave its sleep before that.
  bool resumed() const { return coroutine != nullptr && !wait_cell_.woken_early(); }
  Backend& home() const { return *home_; }
  void set_home(Backend& home) { home_ = &home; }

  // ---- the end ----
  Ending ending() const { return ending_.load(std::memory_order_acquire); }
  bool ended() const { return ending() != Ending::running; }
  /// The error of a fiber that failed. Not owned by the caller.
  ErrorBase* error() const { return error_.error(); }
  /// Runs the body and ends the fiber. Called once by the backend, on the fiber.
  void execute();
  /// Ends the fiber with `rest`. For root fibers, whose body the process runs.
  void finish(Rest rest);
  /// Lets go of the answer and the error of a fiber that has ended, because nobody can ask for them any more. On some fiber, since
  /// what they hold may wait as it goes; the last reference to the fiber itself may go anywhere.
  void discard();

  // Places of the layers above and below; each is written by one layer only.
  FiberState* next_ready = nullptr;      // backend: the queue it is in
  void* coroutine = nullptr;             // backend: its stack and context
  RegionState* root_region = nullptr;    // structure: of a root or plain fiber
  void* span = nullptr;                  // the current tracing span
  std::uint64_t works_in = 0;            // structure: the innermost cohort that it works in, 0 for none
  std::atomic<std::uint64_t> member_of{0};  // structure: the cohort that it is a child of, 0 for none
  std::uint32_t chances;                 // wait: the state of a random sequence, for choices of this fiber

 protected:
  virtual ~FiberState();
  /// The body: stores the answer, releases the captures, says how it ended. Runs on the fiber.
  virtual Rest run_body() = 0;
  virtual void discard_answer() {}
  virtual void destroy() { delete this; }

 private:
  friend class FiberHandle;
  friend class Frame;
  friend class NurseryCore;
  friend class StopDelivery;
  friend class StopFrame;
  friend class Timers;
  friend bool await_end(FiberState& fiber, GiveUp give_up);
  friend Awaited await_end_within(FiberState& fiber, std::int64_t millis);
  friend void request_stop(FiberState& fiber, StopLevel level);

  void recount();    // with mutex_ held
  void new_level();  // with mutex_ held: something that `level_` depends on has changed
  std::uint32_t pins() const { return pins_.load(std::memory_order_relaxed); }

  WaitCell wait_cell_;
  Backend* home_ = nullptr;
  const std::uint64_t id_;
  const FiberKind kind_;
  std::atomic<std::uint32_t> references_{1};
  std::atomic<std::uint32_t> handles_{0};

  mutable SpinLock mutex_;  // guards what follows; never held while waiting, releasing a value or stopping a fiber
  std::atomic<StopLevel> asked_{StopLevel::none};  // what the whole fiber was asked
  std::atomic<StopLevel> level_{StopLevel::none};  // what reaches the innermost frame
  std::atomic<std::uint32_t> pins_{0};  // this fiber only
  Frame* frame_ = nullptr;    // the innermost; written by this fiber under the mutex, read by it without
  std::uint32_t rises_ = 0;   // how often a level has risen
  bool acted_ = false;        // the code outside of every frame unwinds because of a stop
  bool counted_ = false;      // this fiber is in the attention word
  std::atomic<bool> detached_{false};
  std::atomic<Ending> ending_{Ending::running};
  std::atomic<bool> taken_{false};  // somebody was handed the error, or it was reported
  Rest error_;
  WaitQueue joiners_;
  ChildLink* links_ = nullptr;           // the nurseries this fiber is a child of
  NurseryCore* open_nurseries_ = nullptr;
  TimerNode* deadlines_ = nullptr;       // guarded by the timers' lock
  std::atomic<bool> had_deadlines_{false};
};

/// Who runs a spawned fiber.
enum class RunBy : std::uint8_t {
  backend,     // with the others
  own_thread,  // an operating-system thread of its own; where everything runs on one thread, the backend all the same
};

/// Starts a spawned fiber; takes over one reference.
void start_fiber(FiberState* fiber, RunBy who = RunBy::backend);

/// The fiber that runs now. A C++ thread without one becomes a fiber of kind `plain`. Never kept across a wait's thread-local
/// address: the answer is the fiber, which moves with the caller.
FiberState& current_fiber();
/// The same without making one: null on a C++ thread that has never needed a fiber.
FiberState* current_fiber_or_null();

/// Asks `fiber` and, downward, the children of its open nurseries to stop (concurrency.md 4.1). Returns at once.
void request_stop(FiberState& fiber, StopLevel level);

/// The sleep of the real clock. False: stopped at the call.
bool sleep_millis(std::int64_t millis);

}  // namespace khora::detail

#include "khora/detail/frame.hpp"
