// What a claim does when its last reference goes (concurrency.md 11).
#pragma once

#include <cstdint>

#include "khora/detail/fiber_state.hpp"

namespace khora::detail {

/// Belongs to the fiber that took the value; the count is not atomic.
class ClaimCore {
 public:
  ClaimCore() : owner_(current_fiber()) { owner_.retain(); }
  ClaimCore(const ClaimCore&) = delete;
  ClaimCore& operator=(const ClaimCore&) = delete;
  void retain() { ++references_; }
  /// Letting the last reference go abandons an unsettled claim, as cleanup.
  void release() noexcept {
    if (references_ > 1) {
      --references_;
    } else {
      end();
    }
  }
  void settle() { settled_ = true; }
  bool settled() const { return settled_; }

 protected:
  virtual ~ClaimCore() { owner_.release(); }
  virtual Rest abandon() = 0;

 private:
  void end() noexcept;

  FiberState& owner_;
  std::uint32_t references_ = 1;
  bool settled_ = false;
};

}  // namespace khora::detail
