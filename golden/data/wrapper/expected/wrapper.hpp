// Translated by khora2cpp from main.kh.
#pragma once

#include <tuple>

#include "khora/integer.hpp"

namespace wrapper {

using khora::Int;

/// Speed at sea, not to be mixed up with other numbers.
struct Knots {
  Int value;

  static constexpr auto fields = std::tuple{&Knots::value};
};

void main();

}  // namespace wrapper
