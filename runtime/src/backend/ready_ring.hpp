// A worker's own queue of fibers that are ready to run.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace khora::detail {

class FiberState;

/// The deque of Chase and Lev, bounded. Its owner pushes and pops the newest, anybody takes the oldest. Written with sequentially
/// consistent operations instead of fences, which ThreadSanitizer does not model.
class ReadyRing {
 public:
  static constexpr std::int64_t capacity = 512;

  /// Owner only. False when full.
  bool push(FiberState* fiber) {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed);
    if (bottom - seen_top_ >= capacity) {
      seen_top_ = top_.load(std::memory_order_acquire);
      if (bottom - seen_top_ >= capacity) return false;
    }
    slot(bottom).store(fiber, std::memory_order_relaxed);
    bottom_.store(bottom + 1, std::memory_order_seq_cst);
    return true;
  }
  /// Owner only. The newest, or null.
  FiberState* pop() {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed) - 1;
    bottom_.store(bottom, std::memory_order_seq_cst);
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    if (top > bottom) {
      bottom_.store(bottom + 1, std::memory_order_relaxed);
      return nullptr;
    }
    FiberState* fiber = slot(bottom).load(std::memory_order_relaxed);
    if (top == bottom) {
      if (!top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst)) fiber = nullptr;
      bottom_.store(bottom + 1, std::memory_order_relaxed);
    }
    return fiber;
  }
  /// Anybody. The oldest, or null if there is none or another thief was faster.
  FiberState* steal() {
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    const std::int64_t bottom = bottom_.load(std::memory_order_seq_cst);
    if (top >= bottom) return nullptr;
    FiberState* fiber = slot(top).load(std::memory_order_relaxed);
    return top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst) ? fiber : nullptr;
  }
  std::int64_t size() const {
    return bottom_.load(std::memory_order_seq_cst) - top_.load(std::memory_order_seq_cst);
  }

 private:
  std::atomic<FiberState*>& slot(std::int64_t index) {
    return slots_[static_cast<std::size_t>(index) % static_cast<std::size_t>(capacity)];
  }

  alignas(64) std::atomic<std::int64_t> top_{0};
  alignas(64) std::atomic<std::int64_t> bottom_{0};
  std::int64_t seen_top_ = 0;  // the owner reads the thieves' end only when the ring looks full
  std::array<std::atomic<FiberState*>, static_cast<std::size_t>(capacity)> slots_{};
};

}  // namespace khora::detail
