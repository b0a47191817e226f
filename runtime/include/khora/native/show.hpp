// `Show` of the built-in types.
#pragma once

#include "khora/scalars.hpp"
#include "khora/string.hpp"
#include "khora/tagged.hpp"
#include "khora/text.hpp"
#include "khora/tuple.hpp"

namespace khora::core::impl {

template <class Self>
struct Show;

template <class T>
struct Show<Integer<T>> {
  static String show(Integer<T> self) { return text(self); }
};
template <>
struct Show<bool> {
  static String show(bool self) { return text(self); }
};
template <>
struct Show<double> {
  static String show(double self) { return text(self); }
};
template <>
struct Show<Char> {
  static String show(Char self) { return text(self); }
};
template <>
struct Show<String> {
  static String show(const String& self) { return self; }
};
template <>
struct Show<Unit> {
  static String show(Unit) { return "()"; }
};
template <>
struct Show<Never> {
  [[noreturn]] static String show(const Never&) { unreachable(); }
};

/// `(1, a)`, and `(1,)` for a tuple of one.
template <class... As>
struct Show<Tuple<As...>> {
  static Tagged<String> show(const Tuple<As...>& self) {
    String shown = "(";
    if (Rest rest = parts<0>(self, shown)) return rest;
    return std::move(shown) + (sizeof...(As) == 1 ? String(",)") : String(")"));
  }

 private:
  template <std::size_t I>
  static Rest parts(const Tuple<As...>& self, String& shown) {
    if constexpr (I < sizeof...(As)) {
      String part;
      if (Rest rest = tagged(Show<std::remove_cvref_t<decltype(get<I>(self))>>::show(get<I>(self))).to(part)) return rest;
      shown = std::move(shown) + (I == 0 ? String("") : String(", ")) + part;
      return parts<I + 1>(self, shown);
    } else {
      return Rest();
    }
  }
};

}  // namespace khora::core::impl
