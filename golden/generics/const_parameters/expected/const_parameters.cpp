// Translated by khora2cpp from main.kh.
#include "const_parameters.hpp"

#include <cstdint>
#include <tuple>

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace const_parameters {

using khora::Int;

/// A rope of which every knot stands so many fathoms from the next.
template <std::int64_t Fathoms>
struct Rope {
  Int knots;

  static constexpr auto fields = std::tuple{&Rope::knots};
};

namespace {

template <std::int64_t N>
Rope<N> spliced(const Rope<N>& first, const Rope<N>& second) {
  return Rope<N>{first.knots + second.knots};
}

}  // namespace

void main() {
  const Rope<7> log{4};
  const Rope<7> line{5};
  const Rope<7> both = spliced(log, line);
  khora::core::print(khora::text(both.knots));
}

}  // namespace const_parameters
