// Becoming shared: what happens to a value at the moment it crosses to another fiber (emission.md 11).
#pragma once

#include <type_traits>
#include <utility>

#include "khora/walk.hpp"

namespace khora {

namespace detail {

/// Marks everything that is reachable from the references it is told about. Iterative, and each object is looked at once in
/// its life: the walk stops at objects that are shared already.
class Sharing final : public Visitor {
 public:
  Sharing() = default;
  ~Sharing();
  Sharing(const Sharing&) = delete;
  Sharing& operator=(const Sharing&) = delete;
  void reference(const Header& object, const Kind& kind) override;
  /// Goes on until nothing is left to look at.
  void finish();

 private:
  struct Pending {
    const Header* object;
    const Kind* kind;
  };
  void grow();

  static constexpr int in_place = 32;
  Pending first_[in_place];
  Pending* pending_ = first_;
  int used_ = 0;
  int capacity_ = in_place;
};

}  // namespace detail

/// Marks everything reachable from `value` as shared between fibers, before another fiber can see it.
template <class T>
void share_in_place(const T& value) {
  if constexpr (!std::is_trivially_copyable_v<T>) {
    detail::Sharing sharing;
    detail::walk(value, sharing);
    sharing.finish();
  }
}

/// `value` itself, after everything reachable from it was marked as shared between fibers: `[jobs = khora::share(jobs)]`.
template <class T>
std::remove_cvref_t<T> share(T&& value) {
  share_in_place(value);
  return std::forward<T>(value);
}

/// Gives up what `place` refers to, where the program no longer uses it but its scope goes on. A Handoff counts references.
template <class T>
void let_go(T& place) {
  place = T();
}

}  // namespace khora
