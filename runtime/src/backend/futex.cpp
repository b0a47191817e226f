#include "backend/futex.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <bit>

namespace khora::detail {
namespace {

std::uint32_t* low_half(std::atomic<std::uint64_t>& word) {
  static_assert(sizeof(word) == 8 && std::endian::native == std::endian::little);
  return reinterpret_cast<std::uint32_t*>(&word);
}

}  // namespace

void futex_wait(std::atomic<std::uint64_t>& word, std::uint64_t value, Time deadline) {
  timespec at{};
  timespec* timeout = nullptr;
  if (deadline != no_deadline) {
    const auto nanos = std::chrono::duration_cast<std::chrono::nanoseconds>(deadline.time_since_epoch()).count();
    if (nanos < 0) return;
    at.tv_sec = static_cast<time_t>(nanos / 1'000'000'000);
    at.tv_nsec = static_cast<long>(nanos % 1'000'000'000);
    timeout = &at;
  }
  // The absolute form; std::chrono::steady_clock is CLOCK_MONOTONIC.
  syscall(SYS_futex, low_half(word), FUTEX_WAIT_BITSET_PRIVATE, static_cast<std::uint32_t>(value), timeout, nullptr,
          FUTEX_BITSET_MATCH_ANY);
}

void futex_wake(std::atomic<std::uint64_t>& word, int count) {
  syscall(SYS_futex, low_half(word), FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
}

}  // namespace khora::detail
