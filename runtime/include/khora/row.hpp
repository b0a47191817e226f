// `Row`: capabilities passed as data, where a row is a parameter of a type or an associated row (emission.md 4).
#pragma once

#include <cstddef>
#include <tuple>
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

template <Label... labels, class... Es>
struct Row<Cap<labels, Es>...> : Cap<labels, Es>... {
  constexpr Row() = default;
  explicit constexpr Row(Es... capabilities)
    requires(sizeof...(Es) > 0)
      : Cap<labels, Es>{std::move(capabilities)}... {}

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
template <Label label, class E>
const E& capability_of(const Cap<label, E>& cap) {
  return cap.capability;
}
}  // namespace detail

/// The capability under `label`: `the<"fs">(effects)`.
template <Label label, class R>
decltype(auto) the(const R& row) {
  return detail::capability_of<label>(row);
}

}  // namespace khora
