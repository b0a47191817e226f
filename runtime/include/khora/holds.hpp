// What a closure holds. C++ hides the captures of a lambda; a closure that may be walked is made with their list.
#pragma once

#include "khora/walk.hpp"

namespace khora {

/// The counted objects that some captured values refer to. Adds no reference to them: the closure that it stands beside has its
/// own, and captures never change.
class Holds {
 public:
  Holds() noexcept = default;
  Holds(Holds&& other) noexcept;
  Holds& operator=(Holds&& other) noexcept;
  ~Holds();

  void visit_references(detail::Visitor& visitor) const;

 private:
  friend class HoldsBuilder;
  struct Reference {
    const detail::Header* object;
    const detail::Kind* kind;
  };
  Reference* references_ = nullptr;
  int count_ = 0;
};

/// Collects what a walk finds.
class HoldsBuilder final : public detail::Visitor {
 public:
  void reference(const detail::Header& object, const detail::Kind& kind) override;
  Holds finish() { return static_cast<Holds&&>(holds_); }

 private:
  Holds holds_;
  int capacity_ = 0;
};

/// `Fn(lambda, khora::holds(log, shelf))` for a lambda that captures `log` and `shelf`.
template <class... As>
Holds holds(const As&... captured) {
  HoldsBuilder builder;
  (detail::walk(captured, builder), ...);
  return builder.finish();
}

}  // namespace khora
