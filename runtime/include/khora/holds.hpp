// What a closure holds. C++ hides the captures of a lambda; a closure that may be walked is made with their list.
#pragma once

#include <utility>

#include "khora/walk.hpp"

namespace khora {

/// The counted objects that some captured values refer to. Adds no reference to them: the closure that it stands beside has its
/// own, and captures never change.
class Holds {
 public:
  Holds() noexcept = default;
  Holds(Holds&& other) noexcept : first_(std::exchange(other.first_, nullptr)), kind_(std::exchange(other.kind_, nullptr)) {}
  Holds& operator=(Holds&& other) noexcept {
    std::swap(first_, other.first_);
    std::swap(kind_, other.kind_);
    return *this;
  }
  ~Holds() {
    if (has_list()) free_list();
  }

  void visit_references(detail::Visitor& visitor) const;

 private:
  friend class HoldsBuilder;
  struct Reference {
    const detail::Header* object;
    const detail::Kind* kind;
  };
  struct alignas(Reference) List {
    int count;
    int capacity;
    Reference* references() { return reinterpret_cast<Reference*>(this + 1); }
  };

  bool has_list() const { return kind_ == nullptr && first_ != nullptr; }
  void free_list() noexcept;

  // One object, which is the most frequent case, and its kind; or a list and no kind; or nothing.
  const void* first_ = nullptr;
  const detail::Kind* kind_ = nullptr;
};

/// Collects what a walk finds.
class HoldsBuilder final : public detail::Visitor {
 public:
  void reference(const detail::Header& object, const detail::Kind& kind) override {
    if (holds_.first_ != nullptr) return add_to_list({&object, &kind});
    holds_.first_ = &object;
    holds_.kind_ = &kind;
  }
  Holds finish() { return std::move(holds_); }

 private:
  void add_to_list(Holds::Reference reference);
  Holds holds_;
};

/// `Fn(lambda, khora::holds(log, shelf))` for a lambda that captures `log` and `shelf`.
template <class... As>
Holds holds(const As&... captured) {
  HoldsBuilder builder;
  (detail::walk(captured, builder), ...);
  return builder.finish();
}

}  // namespace khora
