// Translated by khora2cpp from port.kh.
//
// Has an item of the name of a module below it, and a case of the name of its type.
#pragma once

#include <tuple>

#include "khora/integer.hpp"
#include "khora/variant.hpp"

namespace port {

using khora::Int;

struct FerryCases {
  struct Ferry_ {
    Int value;

    static constexpr auto fields = std::tuple{&Ferry_::value};
  };
  struct Port {};
};

struct Ferry : FerryCases, khora::Variant<FerryCases::Ferry_, FerryCases::Port> {
  using Variant::Variant;
  enum class Case { Ferry_, Port };
  Case which() const { return static_cast<Case>(index()); }
};

/// A function beside a module `port::queue`.
Int queue(const Ferry& ferry);

}  // namespace port
