// Translated by khora2cpp from clock.kh.
#pragma once

#include <tuple>

#include "khora/integer.hpp"

namespace tide::clock {

using khora::Int;

struct Hour {
  Int day;

  static constexpr auto fields = std::tuple{&Hour::day};

  static Hour at(Int n);
  static Int of_day(const Hour& self);
};

}  // namespace tide::clock
