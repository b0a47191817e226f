// Translated by khora2cpp from cranes.kh.
#pragma once

#include <tuple>

#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/variant.hpp"

namespace quay::cranes {

using khora::Int;
using khora::String;

struct CraneCases {
  struct Idle {};
  struct Busy {
    Int kilos;

    static constexpr auto fields = std::tuple{&Busy::kilos};
  };
};

struct Crane : CraneCases, khora::Variant<CraneCases::Idle, CraneCases::Busy> {
  using Variant::Variant;
  enum class Case { Idle, Busy };
  Case which() const { return static_cast<Case>(index()); }

  static String told(const Crane& self);
};

Crane lift(const Crane& crane, Int kilos);

}  // namespace quay::cranes
