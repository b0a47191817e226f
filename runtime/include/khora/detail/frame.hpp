// Stretches of a fiber's work that stops reach in a way of their own: cleanup, and the body of a cohort.
#pragma once

#include <cstdint>

#include "khora/detail/fiber_state.hpp"

namespace khora::detail {

/// One stretch of the fiber that makes it. Frames are left in the reverse order, on that fiber.
class Frame {
 public:
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

 protected:
  enum class Kind : std::uint8_t {
    cleanup,  // a canceled level is remembered and not acted on
    open,     // stops act, except for a canceled level from outside if the frame is in cleanup or masked
    masked,
  };
  explicit Frame(Kind kind);
  ~Frame();

  FiberState& fiber_;

 private:
  friend class FiberState;
  friend class StopDelivery;
  friend class StopFrame;
  /// The level that is seen inside `frame`. With the fiber's mutex held.
  static StopLevel seen_in(const FiberState& fiber, const Frame* frame);

  Frame* outer_ = nullptr;
  std::uint32_t rises_before_ = 0;
  StopLevel level_before_ = StopLevel::none;
  StopLevel own_ = StopLevel::none;  // what this stretch alone was asked
  const Kind kind_;
  bool after_abort_ = false;  // cleanup that began when the fiber was aborted already: function entries do not stop it
  bool acted_ = false;        // it unwinds because of a stop
};

/// Cleanup in progress on the current fiber: a canceled level is held off while one exists, an aborted one acts in the two ways
/// of concurrency.md 9. One per finalizer, on the stack.
class Shield : public Frame {
 public:
  Shield() : Frame(Kind::cleanup) {}
};

/// A stretch of the current fiber's work that can be stopped without its fiber being asked to stop: a stop of it ends with it. A masked
/// one does not see that its fiber is canceled, only that it is aborted; in cleanup that holds for any.
class StopFrame : public Frame {
 public:
  /// `place` is where others find the frame; guarded by the fiber's mutex, null when the frame cannot be stopped any more.
  StopFrame(bool masked, StopFrame*& place);
  ~StopFrame() { forget_stop(); }
  /// On its own fiber: what was asked of this stretch counts no more, and nobody finds it now.
  void forget_stop();

  /// Cancels what `owner` does inside the frame at `place`, if there is one, and the children of the nurseries that were opened there and
  /// of `around`, the nursery it belongs to. Any thread.
  static void cancel(FiberState& owner, StopFrame*& place, NurseryCore& around);

 private:
  StopFrame*& place_;
};

inline bool FiberState::in_cleanup() const { return frame_ != nullptr && frame_->kind_ == Frame::Kind::cleanup; }

}  // namespace khora::detail
