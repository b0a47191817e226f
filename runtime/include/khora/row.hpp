// `Row`: capabilities passed as data, where a row is a parameter of a type or an associated row (emission.md 4).
#pragma once

#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace khora {

/// A capability label as a template argument.
template <std::size_t N>
struct Label {
  char text[N]{};
  consteval Label(const char (&from)[N]) {
    for (std::size_t at = 0; at < N; ++at) text[at] = from[at];
  }
  friend constexpr bool operator==(const Label&, const Label&) = default;
};

/// The capability `E` under a label.
template <Label label, class E>
struct Cap {
  E capability;
  static constexpr auto fields = std::tuple{&Cap::capability};
};

/// Labelled capabilities, sorted by label. `Row<>` is `{}`.
template <class... Caps>
struct Row;

namespace detail {

template <Label label, class E>
const E& capability_of(const Cap<label, E>& cap) {
  return cap.capability;
}

template <class R, Label label>
concept HasLabel = requires(const R& row) { capability_of<label>(row); };

template <class R>
inline constexpr bool is_row = false;
template <class... Caps>
inline constexpr bool is_row<Row<Caps...>> = true;

}  // namespace detail

/// The capability under `label`: `the<"fs">(effects)`.
template <Label label, class R>
decltype(auto) the(const R& row) {
  return detail::capability_of<label>(row);
}

template <Label... labels, class... Es>
struct Row<Cap<labels, Es>...> : Cap<labels, Es>... {
  constexpr Row() = default;
  constexpr Row(Es... capabilities)
    requires(sizeof...(Es) > 0)
      : Cap<labels, Es>{std::move(capabilities)}... {}
  /// A part of a row: `Ef(effects)`.
  template <class Wider>
    requires(detail::is_row<Wider> && !std::same_as<Wider, Row> && (detail::HasLabel<Wider, labels> && ...))
  explicit constexpr Row(const Wider& wider) : Cap<labels, Es>{the<labels>(wider)}... {}

  template <class Visitor>
  void visit_references(Visitor& visitor) const {
    (visit_one(static_cast<const Cap<labels, Es>&>(*this), visitor), ...);
  }

 private:
  template <class C, class Visitor>
  static void visit_one(const C& cap, Visitor& visitor) {
    walk(cap.capability, visitor);  // found in the visitor's namespace
  }
};

namespace detail {

/// Whether a row has the first label before the second. The order is that of the bytes.
template <std::size_t N, std::size_t M>
constexpr bool before(const Label<N>& left, const Label<M>& right) {
  for (std::size_t at = 0; at < N && at < M; ++at) {
    if (left.text[at] != right.text[at]) return static_cast<unsigned char>(left.text[at]) < static_cast<unsigned char>(right.text[at]);
  }
  return N < M;
}

/// `Added`, in its place behind `Before` among `After`, unless its label is there already.
template <class Before, class Added, class After>
struct Inserted;
template <class... Before, Label label, class E>
struct Inserted<Row<Before...>, Cap<label, E>, Row<>> {
  using Type = Row<Before..., Cap<label, E>>;
};
template <class... Before, Label label, class E, Label next, class F, class... After>
struct Inserted<Row<Before...>, Cap<label, E>, Row<Cap<next, F>, After...>> {
  static constexpr auto type() {
    if constexpr (before(label, next)) {
      return std::type_identity<Row<Before..., Cap<label, E>, Cap<next, F>, After...>>();
    } else if constexpr (before(next, label)) {
      return std::type_identity<typename Inserted<Row<Before..., Cap<next, F>>, Cap<label, E>, Row<After...>>::Type>();
    } else {
      return std::type_identity<Row<Before..., Cap<next, F>, After...>>();
    }
  }
  using Type = typename decltype(type())::type;
};

template <class... Rows>
struct MergedRows;
template <class R>
struct MergedRows<R> {
  using Type = R;
};
template <class R, class... Rest>
struct MergedRows<R, Row<>, Rest...> : MergedRows<R, Rest...> {};
template <class R, Label label, class E, class... Caps, class... Rest>
struct MergedRows<R, Row<Cap<label, E>, Caps...>, Rest...>
    : MergedRows<typename Inserted<Row<>, Cap<label, E>, R>::Type, Row<Caps...>, Rest...> {};

template <Label label, class R, class... Rest>
decltype(auto) first_with(const R& row, const Rest&... rest) {
  if constexpr (HasLabel<R, label>) {
    return capability_of<label>(row);
  } else {
    return first_with<label>(rest...);
  }
}

template <class Whole>
struct Merger;
template <Label... labels, class... Es>
struct Merger<Row<Cap<labels, Es>...>> {
  template <class... Rows>
  static constexpr Row<Cap<labels, Es>...> merge(const Rows&... rows) {
    return Row<Cap<labels, Es>...>(first_with<labels>(rows...)...);
  }
};

}  // namespace detail

/// The row of all labels of several rows.
template <class... Rows>
using Merged = typename detail::MergedRows<Rows...>::Type;

/// Several rows as one. What two of them have under one label is taken from the first.
template <class... Rows>
constexpr Merged<Rows...> merged(const Rows&... rows) {
  return detail::Merger<Merged<Rows...>>::merge(rows...);
}

}  // namespace khora
