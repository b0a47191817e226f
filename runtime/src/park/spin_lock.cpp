#include "khora/detail/spin_lock.hpp"

#include <sched.h>
#include <time.h>

namespace khora::detail {

namespace {
constinit thread_local std::uint32_t contentions = 0;
}

// Not inlined: the fiber may be on another thread the next time.
[[gnu::noinline]] std::uint32_t contentions_here() noexcept { return contentions; }

[[gnu::noinline]] void SpinLock::wait() noexcept {
  ++contentions;
  // Twice as long from look to look: whoever has a contended lock gets something done with it before the lock's cache line leaves.
  constexpr int most_pauses = 256;
  constexpr int yields_before_sleep = 20;
  for (int pauses = 1; pauses <= most_pauses; pauses *= 2) {
    for (int i = 0; i < pauses; ++i) spin_pause();
    if (!held_.load(std::memory_order_relaxed) && try_lock()) return;
  }
  // The holder may need this processor.
  for (int round = 0;; ++round) {
    if (round < yields_before_sleep) {
      sched_yield();
    } else {
      constexpr timespec moment{0, 50'000};
      nanosleep(&moment, nullptr);
    }
    if (!held_.load(std::memory_order_relaxed) && try_lock()) return;
  }
}

}  // namespace khora::detail
