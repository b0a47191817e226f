#include "khora/detail/spin_lock.hpp"

#include <sched.h>
#include <time.h>

namespace khora::detail {

[[gnu::noinline]] void SpinLock::wait() noexcept {
  constexpr int pauses_before_yield = 100;
  constexpr int yields_before_sleep = 20;
  for (int round = 0;; ++round) {
    for (int i = 0; i < pauses_before_yield; ++i) {
      if (!held_.load(std::memory_order_relaxed) && !held_.exchange(true, std::memory_order_acquire)) return;
      spin_pause();
    }
    if (round < yields_before_sleep) {
      sched_yield();
    } else {
      constexpr timespec moment{0, 50'000};
      nanosleep(&moment, nullptr);
    }
  }
}

}  // namespace khora::detail
