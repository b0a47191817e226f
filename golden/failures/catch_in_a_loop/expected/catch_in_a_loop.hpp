// Translated by khora2cpp from main.kh.
#pragma once

#include <tuple>

#include "khora/integer.hpp"
#include "khora/tagged.hpp"

namespace catch_in_a_loop {

using khora::Int;
using khora::Tagged;
using khora::Unit;

struct Bad;

}  // namespace catch_in_a_loop

template <>
struct khora::ErrorName<catch_in_a_loop::Bad> {
  static constexpr const char* value = "Bad";
};

namespace catch_in_a_loop {

struct Bad {
  Int n;

  static constexpr auto fields = std::tuple{&Bad::n};
};

// An arm that goes on with the loop cannot stand in a lambda of its own.
Tagged<Unit> main();

}  // namespace catch_in_a_loop
