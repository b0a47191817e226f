#include "khora/detail/frame.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace khora::detail {

Frame::Frame(Kind kind) : fiber_(current_fiber()), kind_(kind) {
  const std::scoped_lock lock(fiber_.mutex_);
  const StopLevel before = fiber_.level_.load(std::memory_order_relaxed);
  outer_ = std::exchange(fiber_.frame_, this);
  rises_before_ = fiber_.rises_;
  level_before_ = before;
  after_abort_ = before == StopLevel::aborted;
  fiber_.level_.store(seen_in(fiber_, this), std::memory_order_seq_cst);
  fiber_.recount();
}

Frame::~Frame() {
  const std::scoped_lock lock(fiber_.mutex_);
  fiber_.frame_ = outer_;
  // Whatever rose meanwhile may have been meant for a frame farther out.
  const StopLevel level = rises_before_ == fiber_.rises_ ? level_before_ : seen_in(fiber_, outer_);
  fiber_.level_.store(level, std::memory_order_seq_cst);
  fiber_.recount();
}

StopLevel Frame::seen_in(const FiberState& fiber, const Frame* frame) {
  if (frame == nullptr) return fiber.asked_.load(std::memory_order_relaxed);
  // On the way in nothing has changed since the frame outside was entered, unless something rose.
  StopLevel seen = frame->rises_before_ == fiber.rises_ ? frame->level_before_ : seen_in(fiber, frame->outer_);
  if (frame->kind_ == Kind::cleanup) return seen;
  const bool masked = frame->kind_ == Kind::masked || (frame->outer_ != nullptr && frame->outer_->kind_ == Kind::cleanup);
  if (masked && seen == StopLevel::canceled) seen = StopLevel::none;
  return std::max(seen, frame->own_);
}

StopFrame::StopFrame(bool masked, StopFrame*& place) : Frame(masked ? Kind::masked : Kind::open), place_(place) {
  const std::scoped_lock lock(fiber_.mutex_);
  place_ = this;
}

void StopFrame::forget_stop() {
  const std::scoped_lock lock(fiber_.mutex_);
  if (place_ == nullptr) return;
  place_ = nullptr;
  if (own_ == StopLevel::none) return;
  own_ = StopLevel::none;
  acted_ = false;
  fiber_.new_level();
}

}  // namespace khora::detail
