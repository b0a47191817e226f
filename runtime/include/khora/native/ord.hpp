// `Ord` of the built-in types.
#pragma once

#include "khora/core/ordering.hpp"
#include "khora/scalars.hpp"
#include "khora/string.hpp"
#include "khora/tagged.hpp"
#include "khora/tuple.hpp"

namespace khora::core::impl {

template <class Self>
struct Ord;

template <class T>
struct Ord<Integer<T>> {
  static Ordering cmp(Integer<T> self, Integer<T> other) {
    if (self < other) return Ordering::Less{};
    if (self == other) return Ordering::Equal{};
    return Ordering::Greater{};
  }
};
template <>
struct Ord<Char> {
  static Ordering cmp(Char self, Char other) { return Ord<Int>::cmp(Char::code(self), Char::code(other)); }
};
template <>
struct Ord<String> {
  static Ordering cmp(const String& self, const String& other) { return Ord<Int>::cmp(String::compare(self, other), 0); }
};
template <>
struct Ord<Unit> {
  static Ordering cmp(Unit, Unit) { return Ordering::Equal{}; }
};
template <>
struct Ord<Never> {
  [[noreturn]] static Ordering cmp(const Never&, const Never&) { unreachable(); }
};

/// The first parts that differ decide.
template <class... As>
struct Ord<Tuple<As...>> {
  static Tagged<Ordering> cmp(const Tuple<As...>& self, const Tuple<As...>& other) { return parts<0>(self, other); }

 private:
  template <std::size_t I>
  static Tagged<Ordering> parts(const Tuple<As...>& self, const Tuple<As...>& other) {
    if constexpr (I == sizeof...(As)) {
      return Ordering::Equal{};
    } else {
      Ordering order;
      if (Rest rest = tagged(Ord<std::remove_cvref_t<decltype(get<I>(self))>>::cmp(get<I>(self), get<I>(other))).to(order)) {
        return rest;
      }
      if (!order.template is<Ordering::Equal>()) return order;
      return parts<I + 1>(self, other);
    }
  }
};

}  // namespace khora::core::impl
