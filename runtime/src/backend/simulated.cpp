// The `simulated` backend: one thread, a schedule chosen by a seed (KHORA_SEED), and a clock that jumps when everybody waits. The
// same seed gives the same run. For finding schedules that break something, not for programs that talk to the world.
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "backend/backend.hpp"
#include "backend/coroutine.hpp"
#include "backend/settings.hpp"
#include "backend/timers.hpp"
#include "context/overflow.hpp"
#include "khora/trap.hpp"
#include "park/steps.hpp"

namespace khora::detail {
namespace {

class Simulated final : public Backend {
 public:
  Simulated() { attention.fetch_or(yield_bit); }  // every check may be where others run

  void start(FiberState* fiber) override {
    fiber->set_home(*this);
    push(fiber);
  }

  void suspend(FiberState& self, Time deadline) override {
    TimerNode timer{deadline, &self, self.wait_cell().epoch()};
    if (deadline != no_deadline) timers().add(timer);
    if (self.coroutine != nullptr) {
      left_ = Left::waiting;
      switch_context(static_cast<Coroutine*>(self.coroutine)->context, loop_, exceptions_of_thread());
    } else if (self.wait_cell().commit()) {
      // A C++ thread: it runs the others until it is woken.
      while (WaitCell::is_asleep(self.wait_cell().word().load())) run_one();
      set_current_fiber(&self);
    }
    if (deadline != no_deadline) timers().remove(timer);
  }

  void resume(FiberState* fiber) noexcept override {
    if (fiber->coroutine != nullptr) push(fiber);
  }

  void yield(FiberState& self) override {
    if (self.coroutine != nullptr) {
      left_ = Left::yielding;
      switch_context(static_cast<Coroutine*>(self.coroutine)->context, loop_, exceptions_of_thread());
    } else if (has_ready()) {
      run_one();
      set_current_fiber(&self);
    }
  }

  void block(FiberState&, BlockingJob& job) override { job.run(); }
  Time now() override { return now_; }
  bool yields_now() override { return choose(checks_a_turn) == 0; }

  std::size_t choose(std::size_t count) override {
    // SplitMix64.
    random_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = random_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return static_cast<std::size_t>((z ^ (z >> 31)) % count);
  }

  void run_root(FiberState& root, void (*body)(void*), void* argument) override {
    Root start{body, argument};
    root.set_home(*this);
    prepare_overflow_report();
    attach(root, [](void* place) {
      const auto* self = static_cast<Root*>(place);
      self->body(self->argument);
      fatal("the entry point came back after its end");
    }, &start);
    push(&root);
    for (;;) run_one();
  }

 private:
  static constexpr std::size_t checks_a_turn = 8;
  static constexpr std::chrono::microseconds turn{10};  // so that time passes for a program that never waits
  enum class Left { waiting, yielding, ended };
  struct Root {
    void (*body)(void*);
    void* argument;
  };

  void push(FiberState* fiber) {
    const std::scoped_lock lock(mutex_);  // a signal's thread may wake the root fiber
    ready_.push_back(fiber);
  }
  bool has_ready() {
    const std::scoped_lock lock(mutex_);
    return !ready_.empty();
  }
  FiberState* take() {
    const std::scoped_lock lock(mutex_);
    if (ready_.empty()) return nullptr;
    const std::size_t at = choose(ready_.size());
    FiberState* fiber = ready_[at];
    ready_[at] = ready_.back();
    ready_.pop_back();
    return fiber;
  }

  /// Runs one fiber for one turn; first lets the clock jump if there is none.
  void run_one() {
    now_ += turn;
    if (timers().next() <= now_) timers().fire(now_);
    FiberState* fiber = take();
    if (fiber == nullptr) {
      const Time next = timers().next();
      if (next == no_deadline) {
        fatal("every fiber waits and nothing can wake one (KHORA_SEED=" + std::to_string(settings().seed) + ")");
      }
      now_ = next > now_ ? next : now_;
      timers().fire(now_);
      return;
    }
    if (fiber->coroutine == nullptr) attach(*fiber, &fiber_main, fiber);
    auto* coroutine = static_cast<Coroutine*>(fiber->coroutine);
    for (;;) {
      set_current_fiber(fiber);
      adopt_thread(loop_);
      switch_context(loop_, coroutine->context, exceptions_of_thread());
      set_current_fiber(nullptr);
      if (left_ == Left::waiting) {
        reached(Step::before_commit);
        if (fiber->wait_cell().commit()) return;
        continue;
      }
      if (left_ == Left::yielding) {
        push(fiber);
        return;
      }
      const Stack stack = coroutine->stack;
      retire_context(coroutine->context);
      fiber->coroutine = nullptr;
      give_back_stacks(&stack, 1);
      fiber->release();
      return;
    }
  }

  static void attach(FiberState& fiber, void (*entry)(void*), void* argument) {
    const Stack stack = take_stack();
    std::byte* place = stack.top() - Coroutine::room;
    auto* coroutine = new (place) Coroutine{{}, stack};
    fiber.coroutine = coroutine;
    make_context(coroutine->context, stack, place, entry, argument);
  }

  static void fiber_main(void* argument);

  std::mutex mutex_;
  std::vector<FiberState*> ready_;
  Context loop_;
  Left left_ = Left::waiting;
  Time now_{};
  std::uint64_t random_ = settings().seed;
};

Simulated& instance() {
  static Simulated& simulated = *new Simulated;
  return simulated;
}

void Simulated::fiber_main(void* argument) {
  auto* fiber = static_cast<FiberState*>(argument);
  fiber->execute();
  instance().left_ = Left::ended;
  switch_context(static_cast<Coroutine*>(fiber->coroutine)->context, instance().loop_, exceptions_of_thread(), /*ends=*/true);
  unreachable();
}

}  // namespace

Backend& simulated_backend() { return instance(); }

}  // namespace khora::detail
