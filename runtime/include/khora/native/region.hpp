// `Region`: finalizers that run when its last reference goes (std-core.md 19).
#pragma once

#include <memory>
#include <utility>

#include "khora/detail/region_core.hpp"
#include "khora/tagged.hpp"

namespace khora::core {

class Region {
 public:
  static constexpr bool always_shared = true;  // it never crosses, and it holds no value
  static constexpr const char* khora_name = "Region";

  Region() noexcept = default;
  Region(const Region& other) noexcept : state_(other.state_) {
    if (state_ != nullptr) state_->retain();
  }
  Region(Region&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  Region& operator=(Region other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~Region() {
    if (state_ != nullptr) state_->release();
  }

  static Region open() { return Region(new khora::detail::RegionState); }
  static Region root() {
    khora::detail::RegionState& state = khora::detail::RegionState::root();
    state.retain();
    return Region(&state);
  }
  template <class F>
  static void defer(const Region& self, const F& finalizer) {
    self.state_->defer(std::make_unique<khora::detail::FinalizerOf<F>>(finalizer));
  }

 private:
  explicit Region(khora::detail::RegionState* state) : state_(state) {}
  khora::detail::RegionState* state_ = nullptr;
};

}  // namespace khora::core
