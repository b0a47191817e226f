// Translated by khora2cpp from main.kh.
#include "if_as_value.hpp"

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"

namespace if_as_value {

using khora::Int;
using khora::String;

namespace {

String sign(Int n) {
  if (n > 0) return "plus";
  if (n < 0) return "minus";
  return "zero";
}

}  // namespace

Tagged<Unit> main() {
  Int n = -1;
  while (n < 2) {
    khora::core::print(sign(n));
    n = n + 1;
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return khora::unit;
}

}  // namespace if_as_value
