// `Tuple`: structural tuples of any width, one included (syntax-and-types.md 4.4).
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace khora {

namespace detail {

template <std::size_t I, class A>
struct TuplePart {
  A value{};
};

template <class Indices, class... As>
struct TupleParts;

template <std::size_t... Is, class... As>
struct TupleParts<std::index_sequence<Is...>, As...> : TuplePart<Is, As>... {
  constexpr TupleParts() = default;
  explicit(sizeof...(As) == 1) constexpr TupleParts(As... as)
    requires(sizeof...(As) > 0)
      : TuplePart<Is, As>{std::move(as)}... {}

  template <class F>
  constexpr void each(F&& f) const {
    (f(static_cast<const TuplePart<Is, As>&>(*this).value), ...);
  }
};

template <std::size_t I, class A>
constexpr const A& part_of(const TuplePart<I, A>& part) {
  return part.value;
}
template <std::size_t I, class A>
constexpr A&& part_of(TuplePart<I, A>&& part) {
  return std::move(part.value);
}

}  // namespace detail

template <class... As>
struct Tuple : detail::TupleParts<std::index_sequence_for<As...>, As...> {
  using detail::TupleParts<std::index_sequence_for<As...>, As...>::TupleParts;

  template <class Visitor>
  void visit_references(Visitor& visitor) const {
    this->each([&](const auto& part) { walk(part, visitor); });  // found in the visitor's namespace
  }
};

template <class... As>
Tuple(As...) -> Tuple<As...>;

/// The part at position `I`, counted from zero.
template <std::size_t I, class... As>
constexpr decltype(auto) get(const Tuple<As...>& tuple) {
  return detail::part_of<I>(tuple);
}
template <std::size_t I, class... As>
constexpr decltype(auto) get(Tuple<As...>&& tuple) {
  return detail::part_of<I>(std::move(tuple));
}

}  // namespace khora
