// Finalizers that run when the last reference to their region goes (concurrency.md 16).
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "khora/detail/fiber_state.hpp"

namespace khora::detail {

/// A finalizer.
class Finalizer {
 public:
  virtual ~Finalizer() = default;
  virtual Rest run() = 0;

 private:
  friend class RegionState;
  Finalizer* next_ = nullptr;
};

template <class F>
class FinalizerOf final : public Finalizer {
 public:
  explicit FinalizerOf(F f) : f_(std::move(f)) {}
  Rest run() override { return call(f_).rest(); }

 private:
  F f_;
};

/// Belongs to the fiber that opened it and is never used by another, so its count is not atomic.
class RegionState {
 public:
  RegionState() : owner_(current_fiber()) { owner_.retain(); }
  RegionState(const RegionState&) = delete;
  RegionState& operator=(const RegionState&) = delete;

  void retain() { ++references_; }
  /// Letting the last reference go runs the finalizers, last registered first, each as cleanup (9). May wait.
  void release() noexcept {
    if (references_ > 1) {
      --references_;
    } else {
      end();
    }
  }
  void defer(std::unique_ptr<Finalizer> finalizer);

  /// The region of the whole program or test. Ends the program if this is a spawned fiber.
  static RegionState& root();
  /// Ends the root region of the current fiber, if it has one.
  static void end_root();

 private:
  ~RegionState() { owner_.release(); }
  void end();
  void run_finalizers();

  FiberState& owner_;
  std::uint32_t references_ = 1;
  bool ending_ = false;
  Finalizer* newest_ = nullptr;
};

}  // namespace khora::detail
