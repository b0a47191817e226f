// Translated by khora2cpp from main.kh.
#include "variant.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/tagged.hpp"
#include "khora/text.hpp"
#include "khora/variant.hpp"

namespace variant {

using khora::Int;
using khora::String;

struct WindCases {
  struct Calm {};
  struct Breeze {
    Int knots;

    static constexpr auto fields = std::tuple{&Breeze::knots};
  };
  struct Gale {
    Int knots;
    String from;

    static constexpr auto fields = std::tuple{&Gale::knots, &Gale::from};
  };
};

struct Wind : WindCases, khora::Variant<WindCases::Calm, WindCases::Breeze, WindCases::Gale> {
  using Variant::Variant;
  enum class Case { Calm, Breeze, Gale };
  Case which() const { return static_cast<Case>(index()); }
};

namespace {

String told(const Wind& wind) {
  switch (wind.which()) {
    case Wind::Case::Calm: return "no wind";
    case Wind::Case::Breeze: return khora::text(wind.as<Wind::Breeze>().knots, " knots");
    case Wind::Case::Gale:
      return khora::text(wind.as<Wind::Gale>().knots, " knots from ", wind.as<Wind::Gale>().from);
  }
  khora::unreachable();
}

}  // namespace

void main() {
  khora::core::print(told(Wind::Calm{}));
  khora::core::print(told(Wind::Breeze{8}));
  khora::core::print(told(Wind::Gale{40, "west"}));
}

}  // namespace variant
