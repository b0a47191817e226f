// Function values that need a row of capabilities whose labels only the user of a template knows (emission.md 4).
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "khora/fn.hpp"
#include "khora/row.hpp"
#include "khora/tagged.hpp"

namespace khora {

namespace detail {

template <class Signature, class R>
struct FnWithRow;
template <class A, class... As, Label... labels, class... Es>
struct FnWithRow<A(As...), Row<Cap<labels, Es>...>> {
  using Type = Fn<A(As..., Es...)>;
};

template <class R>
struct Spread;
template <Label... labels, class... Es>
struct Spread<Row<Cap<labels, Es>...>> {
  template <class F, class... As>
  static constexpr auto call(F&& f, const Row<Cap<labels, Es>...>& row, As&&... as) {
    return khora::call(f, std::forward<As>(as)..., the<labels>(row)...);
  }
};

}  // namespace detail

/// A function value that takes the capabilities of a row after its other arguments: `FnWith<Int(), Row<Cap<"lamp", Lamp>>>` is
/// `Fn<Int(Lamp)>`.
template <class Signature, class R>
using FnWith = typename detail::FnWithRow<Signature, R>::Type;

/// Calls a function that takes the capabilities of the row after its other arguments, and answers a tagged result.
template <class F, class R, class... As>
constexpr auto call_with(F&& f, const R& row, As&&... as) {
  return detail::Spread<R>::call(f, row, std::forward<As>(as)...);
}

/// A function that takes its capabilities as one row, to be called with each of them.
template <class F, class R>
class Needing;
template <class F, Label... labels, class... Es>
class Needing<F, Row<Cap<labels, Es>...>> : F {
 public:
  constexpr Needing() = default;
  explicit constexpr Needing(F function) : F(std::move(function)) {}

  template <class... As>
    requires(sizeof...(As) >= sizeof...(Es))
  constexpr decltype(auto) operator()(const As&... as) const {
    return split(std::tie(as...), std::make_index_sequence<sizeof...(As) - sizeof...(Es)>(), std::index_sequence_for<Es...>());
  }

 private:
  template <class Arguments, std::size_t... ordinary, std::size_t... capabilities>
  constexpr decltype(auto) split(const Arguments& all, std::index_sequence<ordinary...>, std::index_sequence<capabilities...>) const {
    return static_cast<const F&>(*this)(std::get<ordinary>(all)...,
                                        Row<Cap<labels, Es>...>(std::get<sizeof...(ordinary) + capabilities>(all)...));
  }
};

/// `needing<Ef>([](Int n, const Ef& effects) { .. })` is called with the number and each capability of the row `Ef`.
template <class R, class F>
constexpr Needing<F, R> needing(F function) {
  return Needing<F, R>(std::move(function));
}

}  // namespace khora
