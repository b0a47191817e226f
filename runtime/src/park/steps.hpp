// The moments at which another fiber makes the difference, for tests that put it there.
#pragma once

#include <atomic>

namespace khora::detail {

enum class Step {
  before_park,    // the wait is open and registered, the fiber still awake
  before_commit,  // the fiber has left its stack (or is about to block its thread) and is not marked as asleep yet
  before_resume,  // a wait was ended and every lock given back, and its fiber is not runnable yet
  taken,          // a value was taken from a channel and not handed to the caller yet
  end_is_taken,   // the thread came to end the process, and waits for another one that does so already
};

#if defined(KHORA_DETAIL_STEPS)
/// What the test does at a step, on the thread that reaches it.
inline std::atomic<void (*)(Step)> on_step{nullptr};
inline void reached(Step step) {
  if (auto* const action = on_step.load(std::memory_order_acquire)) action(step);
}
#else
/// Costs nothing outside the tests.
inline void reached(Step) {}
#endif

}  // namespace khora::detail
