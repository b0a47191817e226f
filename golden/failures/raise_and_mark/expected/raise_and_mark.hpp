// Translated by khora2cpp from main.kh.
#pragma once

#include <tuple>

#include "khora/integer.hpp"
#include "khora/tagged.hpp"

namespace raise_and_mark {

using khora::Int;
using khora::Tagged;
using khora::Unit;

struct TooDeep;

}  // namespace raise_and_mark

template <>
struct khora::ErrorName<raise_and_mark::TooDeep> {
  static constexpr const char* value = "TooDeep";
};

namespace raise_and_mark {

struct TooDeep {
  Int depth;

  static constexpr auto fields = std::tuple{&TooDeep::depth};
};

Tagged<Unit> main();  // raises TooDeep

}  // namespace raise_and_mark
