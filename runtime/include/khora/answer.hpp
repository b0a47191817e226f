// How a C++ host takes the outcome of a Khora call.
#pragma once

#include <utility>

#include "khora/tagged.hpp"

namespace khora {

namespace detail {
/// Tells, in debug builds, that a host dropped an error it never looked at.
void report_dropped_error(const ErrorBase& error);
}  // namespace detail

/// Owns what a tagged call ended with: `khora::Answer<khora::Int> total = shop::spent(id, orders);`
///
/// Unlike `Tagged` it may be dropped: the error is released then (and reported by debug builds).
template <class A>
class Answer {
 public:
  Answer(Tagged<A> result) : rest_(result.rest()) {
    if (result.answered()) value_ = result.answer();
  }
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;
  Answer(Answer&& other) noexcept
      : value_(std::move(other.value_)), rest_(std::exchange(other.rest_, Rest())), seen_(other.seen_) {}
  Answer& operator=(Answer&&) = delete;
  ~Answer() {
    if (!rest_.raised()) return;
#ifndef NDEBUG
    if (!seen_) detail::report_dropped_error(*rest_.error());
#endif
    rest_.drop();
  }

  explicit operator bool() const { return !rest_; }
  bool stopped() const { return rest_.stopped(); }
  bool raised() const { return rest_.raised(); }
  /// The Khora name of the raised error's type. Only when `raised()`.
  const char* error_name() const {
    seen_ = true;
    return rest_.error()->type_name();
  }
  /// The raised error if it is an `E`, otherwise null. It stays owned by this object.
  template <class E>
  const E* error() const {
    seen_ = true;
    if (!rest_.raised() || rest_.error()->type() != &detail::error_type_mark<E>) return nullptr;
    return &static_cast<detail::ErrorOf<E>*>(rest_.error())->value;
  }
  /// The answer. Only when there is one.
  A& value() { return value_; }
  const A& value() const { return value_; }
  A& operator*() { return value_; }
  const A& operator*() const { return value_; }
  A* operator->() { return &value_; }
  const A* operator->() const { return &value_; }

 private:
  A value_{};
  Rest rest_;
  mutable bool seen_ = false;
};

}  // namespace khora
