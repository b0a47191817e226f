// A worker's own queue of fibers that are ready to run.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace khora::detail {

class FiberState;

/// The deque of Chase and Lev: its owner pushes and pops the newest, anybody takes the oldest. Written with sequentially consistent
/// operations instead of fences, which ThreadSanitizer does not model. It grows; outgrown storage is kept, since a thief may still be
/// reading it, and is less in sum than what replaced it.
class ReadyRing {
 public:
  ReadyRing() { use(std::make_unique<Slots>(first_capacity)); }
  ReadyRing(const ReadyRing&) = delete;
  ReadyRing& operator=(const ReadyRing&) = delete;

  /// Owner only.
  void push(FiberState* fiber) {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed);
    Slots* slots = slots_.load(std::memory_order_relaxed);
    if (bottom - seen_top_ >= slots->capacity()) {
      seen_top_ = top_.load(std::memory_order_acquire);
      if (bottom - seen_top_ >= slots->capacity()) slots = grow(*slots, bottom);
    }
    slots->at(bottom).store(fiber, std::memory_order_relaxed);
    bottom_.store(bottom + 1, std::memory_order_seq_cst);
  }
  /// Owner only. The newest, or null.
  FiberState* pop() {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed) - 1;
    // Nothing here without looking like a pop to the thieves: what the owner does not see it did not push.
    if (top_.load(std::memory_order_relaxed) > bottom) return nullptr;
    bottom_.store(bottom, std::memory_order_seq_cst);
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    if (top > bottom) {
      bottom_.store(bottom + 1, std::memory_order_relaxed);
      return nullptr;
    }
    FiberState* fiber = slots_.load(std::memory_order_relaxed)->at(bottom).load(std::memory_order_relaxed);
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
    FiberState* fiber = slots_.load(std::memory_order_acquire)->at(top).load(std::memory_order_relaxed);
    return top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst) ? fiber : nullptr;
  }
  std::int64_t size() const {
    return bottom_.load(std::memory_order_seq_cst) - top_.load(std::memory_order_seq_cst);
  }

 private:
  static constexpr std::int64_t first_capacity = 256;

  /// Indices go on for ever; a slot's place is its index modulo the capacity, a power of two.
  class Slots {
   public:
    explicit Slots(std::int64_t capacity)
        : mask_(static_cast<std::size_t>(capacity) - 1),
          places_(std::make_unique<std::atomic<FiberState*>[]>(static_cast<std::size_t>(capacity))) {}
    std::int64_t capacity() const { return static_cast<std::int64_t>(mask_) + 1; }
    std::atomic<FiberState*>& at(std::int64_t index) { return places_[static_cast<std::size_t>(index) & mask_]; }

   private:
    std::size_t mask_;
    std::unique_ptr<std::atomic<FiberState*>[]> places_;
  };

  Slots* use(std::unique_ptr<Slots> slots) {
    slots_.store(slots.get(), std::memory_order_release);
    owned_.push_back(std::move(slots));
    return owned_.back().get();
  }
  [[gnu::noinline]] Slots* grow(Slots& old, std::int64_t bottom) {
    auto larger = std::make_unique<Slots>(2 * old.capacity());
    for (std::int64_t i = seen_top_; i < bottom; ++i) {
      larger->at(i).store(old.at(i).load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
    return use(std::move(larger));
  }

  alignas(64) std::atomic<std::int64_t> top_{0};
  alignas(64) std::atomic<std::int64_t> bottom_{0};
  std::int64_t seen_top_ = 0;  // the owner reads the thieves' end only when the ring looks full
  std::atomic<Slots*> slots_{nullptr};
  std::vector<std::unique_ptr<Slots>> owned_;  // owner only
};

}  // namespace khora::detail
