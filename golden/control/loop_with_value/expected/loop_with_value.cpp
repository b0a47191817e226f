// Translated by khora2cpp from main.kh.
#include "loop_with_value.hpp"

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace loop_with_value {

using khora::Int;
using khora::Rest;

namespace {

/// The first power of two that is not below `limit`.
Tagged<Int> power_above(Int limit) {
  Int power = 1;
  for (;;) {
    if (power >= limit) return power;
    power = power * 2;
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
}

}  // namespace

Tagged<Unit> main() {
  Int power_above_answer;
  if (Rest rest = power_above(100).to(power_above_answer)) return rest;
  khora::core::print(khora::text(power_above_answer));
  return khora::unit;
}

}  // namespace loop_with_value
