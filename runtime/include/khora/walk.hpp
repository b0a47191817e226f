// Finding the counted objects that a value refers to.
//
// One walk serves becoming shared (share.hpp), the uniqueness check of a Handoff and the list of what a closure holds. A type
// takes part in one of three ways: it is trivially copyable and so refers to nothing; it lists its fields in
// `static constexpr auto fields`; or it has a member `visit_references`.
#pragma once

#include <tuple>
#include <type_traits>

#include "khora/count.hpp"

namespace khora::detail {

class Visitor;

/// What a walk knows about the objects of one type.
struct Kind {
  /// The Khora name of the type, for messages.
  const char* name;
  /// The object can be changed in place, so its type is not `Share`.
  bool writable;
  /// Visits the references held by the object, given the address of its header. Null when there are none.
  void (*children)(const void* object, Visitor& visitor);
};

/// Is told about every reference that a walk meets. Going on to what the object holds is the visitor's decision.
class Visitor {
 public:
  virtual void reference(const Header& object, const Kind& kind) = 0;

 protected:
  ~Visitor() = default;
};

template <class T>
concept VisitsReferences = requires(const T& value, Visitor& visitor) { value.visit_references(visitor); };

template <class T>
concept ListsFields = requires { T::fields; };

/// Visits the references held in place by `value`.
template <class T>
void walk(const T& value, Visitor& visitor) {
  if constexpr (std::is_trivially_copyable_v<T>) {
    return;
  } else if constexpr (VisitsReferences<T>) {
    value.visit_references(visitor);
  } else if constexpr (ListsFields<T>) {
    std::apply([&](auto... field) { (walk(value.*field, visitor), ...); }, T::fields);
  } else {
    static_assert(T::always_shared,
                  "a type with counted parts needs `fields` or `visit_references`; a handle whose count is always atomic and "
                  "that refers to shared values only says `static constexpr bool always_shared = true`");
  }
}

template <class T>
constexpr const char* khora_name() {
  if constexpr (requires { T::khora_name; }) {
    return T::khora_name;
  } else {
    return "value";
  }
}

template <class T>
constexpr bool is_writable() {
  if constexpr (requires { T::writable; }) {
    return T::writable;
  } else {
    return false;
  }
}

}  // namespace khora::detail
