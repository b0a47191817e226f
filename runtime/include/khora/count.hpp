// The reference count of an object, biased towards one fiber (emission.md 11).
//
// Positive: one fiber has the object and counts without atomic read-modify-write operations. Negative: the object is shared
// between fibers, the magnitude is the number of references, and every change is atomic. Zero: a static object that is never
// counted. An object becomes shared once, by the fiber that still has it alone, and stays shared.
#pragma once

#include <atomic>
#include <cstdint>

#if defined(__GNUC__)
#define KHORA_DETAIL_NOINLINE [[gnu::noinline]]
#define KHORA_DETAIL_COLD [[gnu::noinline, gnu::cold]]
#else
#define KHORA_DETAIL_NOINLINE
#define KHORA_DETAIL_COLD
#endif

namespace khora::detail {

class Count {
 public:
  constexpr explicit Count(std::int32_t start = 1) : word_(start) {}
  Count(const Count&) = delete;
  Count& operator=(const Count&) = delete;

  void retain() const {
    const std::int32_t now = word_.load(std::memory_order_relaxed);
    if (now > 0) {
      word_.store(now + 1, std::memory_order_relaxed);
    } else if (now < 0) {
      word_.fetch_sub(1, std::memory_order_relaxed);
    }
  }

  /// Gives up one reference. True when it was the last one; the caller then destroys the object.
  bool release() const {
    const std::int32_t now = word_.load(std::memory_order_relaxed);
    if (now > 1) {
      word_.store(now - 1, std::memory_order_relaxed);
      return false;
    }
    return now == 1 || (now < 0 && release_shared());
  }

  /// True when the asking reference is the only one, so that nobody else can see a change.
  bool unique() const {
    const std::int32_t now = word_.load(std::memory_order_acquire);
    return now == 1 || now == -1;
  }

  /// Makes the object countable from several fibers. False when it already was, or is never counted.
  bool become_shared() const {
    const std::int32_t now = word_.load(std::memory_order_relaxed);
    if (now <= 0) return false;
    word_.store(-now, std::memory_order_relaxed);
    return true;
  }

  bool shared() const { return word_.load(std::memory_order_relaxed) < 0; }
  /// The number of references, zero for a static object.
  std::int32_t references() const {
    const std::int32_t now = word_.load(std::memory_order_relaxed);
    return now < 0 ? -now : now;
  }

 private:
  bool release_shared() const {
    // A sole owner cannot be joined by another one, so it need not pay for the read-modify-write.
    if (word_.load(std::memory_order_acquire) == -1) return true;
    return word_.fetch_add(1, std::memory_order_acq_rel) == -1;
  }

  mutable std::atomic<std::int32_t> word_;
};

/// What every counted object begins with. The tag says which case of a variant the object holds, and is free otherwise.
///
/// Eight bytes, because a dying object is linked into a release list through them (release.hpp).
struct alignas(8) Header {
  Count count;
  std::uint32_t tag;
  constexpr explicit Header(std::uint32_t case_tag = 0, std::int32_t start = 1) : count(start), tag(case_tag) {}
};
static_assert(sizeof(Header) == 8);

}  // namespace khora::detail
