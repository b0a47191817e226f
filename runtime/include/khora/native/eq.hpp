// `Eq` of the built-in types.
#pragma once

#include "khora/scalars.hpp"
#include "khora/string.hpp"
#include "khora/tagged.hpp"
#include "khora/tuple.hpp"

namespace khora::core::impl {

template <class Self>
struct Eq;

template <class T>
struct Eq<Integer<T>> {
  static constexpr bool eq(Integer<T> self, Integer<T> other) { return self == other; }
};
template <>
struct Eq<bool> {
  static constexpr bool eq(bool self, bool other) { return self == other; }
};
template <>
struct Eq<Char> {
  static constexpr bool eq(Char self, Char other) { return self == other; }
};
template <>
struct Eq<String> {
  static bool eq(const String& self, const String& other) { return self == other; }
};
template <>
struct Eq<Unit> {
  static constexpr bool eq(Unit, Unit) { return true; }
};
template <>
struct Eq<Never> {
  [[noreturn]] static bool eq(const Never&, const Never&) { unreachable(); }
};

template <class... As>
struct Eq<Tuple<As...>> {
  static Tagged<bool> eq(const Tuple<As...>& self, const Tuple<As...>& other) {
    return parts<0>(self, other);
  }

 private:
  template <std::size_t I>
  static Tagged<bool> parts(const Tuple<As...>& self, const Tuple<As...>& other) {
    if constexpr (I == sizeof...(As)) {
      return true;
    } else {
      bool equal = false;
      if (Rest rest = tagged(Eq<std::remove_cvref_t<decltype(get<I>(self))>>::eq(get<I>(self), get<I>(other))).to(equal)) {
        return rest;
      }
      if (!equal) return false;
      return parts<I + 1>(self, other);
    }
  }
};

}  // namespace khora::core::impl
