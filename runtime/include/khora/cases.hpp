// What variants of both layouts have in common: finding a case, and the free forms of asking for one.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace khora {

namespace detail {

template <class C, class... Cases>
concept OneOf = (std::is_same_v<C, Cases> || ...);

/// The position of `C` among `Cases`, which contain it.
template <class C, class... Cases>
consteval std::size_t case_index() {
  const bool found[] = {std::is_same_v<C, Cases>...};
  std::size_t at = 0;
  while (!found[at]) ++at;
  return at;
}

/// The first case without payload, or `none` if every case has one.
template <std::size_t none, class... Cases>
consteval std::size_t first_empty_case() {
  const bool empty[] = {std::is_empty_v<Cases>...};
  for (std::size_t at = 0; at < sizeof...(Cases); ++at) {
    if (empty[at]) return at;
  }
  return none;
}

/// Calls `f` with a null pointer to the case at `index`.
template <class... Cases, class F>
constexpr void for_case(std::size_t index, F&& f) {
  if constexpr (sizeof...(Cases) <= 12) {
    std::size_t at = 0;
    static_cast<void>(((at++ == index && (f(static_cast<Cases*>(nullptr)), true)) || ...));
  } else {
    using Call = void (*)(F&);
    constexpr Call calls[] = {[](F& g) { g(static_cast<Cases*>(nullptr)); }...};
    calls[index](f);
  }
}

}  // namespace detail

/// Whether `variant` is in case `C`.
template <class C, class V>
constexpr bool is(const V& variant) {
  return variant.template is<C>();
}

/// The payload of case `C`, in which `variant` must be. Movable when the variant is given up and holds it in place.
template <class C, class V>
constexpr decltype(auto) as(V&& variant) {
  return std::forward<V>(variant).template as<C>();
}

/// The payload of case `C`, or null when `variant` is in another case.
template <class C, class V>
constexpr const C* if_(const V& variant) {
  return variant.template if_<C>();
}

}  // namespace khora
