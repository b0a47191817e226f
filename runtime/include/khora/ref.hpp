// `Ref`: a handle to a counted object. Records with a writable field, large ones and recursive ones derive from it.
#pragma once

#include <new>
#include <type_traits>
#include <utility>

#include "khora/count.hpp"
#include "khora/memory.hpp"
#include "khora/release.hpp"
#include "khora/walk.hpp"

namespace khora {

namespace detail {

template <class T>
struct Counted {
  Header header;
  T value;
  explicit Counted(T&& from, std::uint32_t tag = 0) : header(tag), value(std::move(from)) {}
};

template <class T>
Counted<T>* new_counted(T&& value, std::uint32_t tag = 0) {
  static_assert(!std::is_reference_v<T>);
  return new (allocate(sizeof(Counted<T>))) Counted<T>(std::move(value), tag);
}

template <class T>
void destroy_counted(void* object) noexcept {
  auto* counted = static_cast<Counted<T>*>(object);
  counted->~Counted<T>();
  deallocate(counted, sizeof(Counted<T>));
}

/// Destroys an object whose last reference has gone. One that holds nothing needs no list.
template <class T>
void release_counted(Counted<T>* object) noexcept {
  if constexpr (std::is_trivially_destructible_v<T>) {
    deallocate(object, sizeof(Counted<T>));
  } else {
    release_last(object, &destroy_counted<T>);
  }
}

template <class T>
inline constexpr Kind counted_kind{khora_name<T>(), is_writable<T>(), [](const void* object, Visitor& visitor) {
                                     walk(static_cast<const Counted<T>*>(object)->value, visitor);
                                   }};

}  // namespace detail

/// A counted handle to `Fields`, which may be incomplete where a class derives from this. The default state is null; programs
/// never see it. The object can be changed through a `const` handle, as the fields of a Khora record can.
template <class Fields>
class Ref {
 public:
  Ref() noexcept = default;
  explicit Ref(Fields fields) : object_(detail::new_counted<Fields>(std::move(fields))) {}
  /// `Tank{liters, name}`, as for a record that is a plain struct.
  template <class First, class Second, class... Others>
    requires requires(First&& first, Second&& second, Others&&... others) {
      Fields{std::forward<First>(first), std::forward<Second>(second), std::forward<Others>(others)...};
    }
  Ref(First&& first, Second&& second, Others&&... others)
      : Ref(Fields{std::forward<First>(first), std::forward<Second>(second), std::forward<Others>(others)...}) {}

  Ref(const Ref& other) noexcept : object_(other.object_) {
    if (object_ != nullptr) object_->header.count.retain();
  }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(const Ref& other) noexcept {
    Ref copy(other);
    std::swap(object_, copy.object_);
    return *this;
  }
  Ref& operator=(Ref&& other) noexcept {
    Ref taken(std::move(other));
    std::swap(object_, taken.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr && object_->header.count.release()) detail::release_counted(object_);
  }

  Fields* operator->() const { return &object_->value; }
  Fields& operator*() const { return object_->value; }

  /// Whether this is the only reference, so that the object may be taken apart or reused.
  bool unique() const { return object_ != nullptr && object_->header.count.unique(); }
  /// Whether both refer to one object.
  bool same_as(const Ref& other) const { return object_ == other.object_; }

  void visit_references(detail::Visitor& visitor) const {
    if (object_ != nullptr) visitor.reference(object_->header, detail::counted_kind<Fields>);
  }

 private:
  detail::Counted<Fields>* object_ = nullptr;
};

}  // namespace khora
