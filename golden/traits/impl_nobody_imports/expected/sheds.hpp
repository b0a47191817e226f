// Translated by khora2cpp from sheds.kh.
#pragma once

#include <tuple>

#include "khora/integer.hpp"

namespace sheds {

using khora::Int;

struct Shed {
  Int walls;

  static constexpr auto fields = std::tuple{&Shed::walls};
};

Shed small();

}  // namespace sheds
