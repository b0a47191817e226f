// The lock of the runtime's own structures.
#pragma once

#include <atomic>
#include <cstdint>

namespace khora::detail {

/// Held for a few instructions only: never while a fiber waits, while a value is released or while code of the program runs. Taking
/// it costs one atomic operation and giving it back none, which is why it is not a `std::mutex`.
class SpinLock {
 public:
  SpinLock() = default;
  SpinLock(const SpinLock&) = delete;
  SpinLock& operator=(const SpinLock&) = delete;

  void lock() noexcept {
    if (held_.exchange(true, std::memory_order_acquire)) wait();
  }
  bool try_lock() noexcept { return !held_.exchange(true, std::memory_order_acquire); }
  void unlock() noexcept { held_.store(false, std::memory_order_release); }

 private:
  /// Takes the lock from somebody who has it. Gives the processor away when that takes long, since the holder may need it.
  void wait() noexcept;

  std::atomic<bool> held_{false};
};

/// How often this thread has found a lock taken.
std::uint32_t contentions_here() noexcept;

/// Tells the processor that this is a loop that waits for another one.
inline void spin_pause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace khora::detail
