// Translated by khora2cpp from main.kh.
#include "break_in_an_arm.hpp"

#include "khora/core/option.hpp"
#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace break_in_an_arm {

using khora::Int;
using khora::core::Option;

namespace {

Option<Int> below(Int n) {
  if (n > 0) return Option<Int>::Some{n - 1};
  return Option<Int>::None{};
}

}  // namespace

Tagged<Unit> main() {
  Int n = 3;
  for (;;) {
    const Option<Int> below_answer = below(n);
    if (below_answer.is<Option<Int>::None>()) break;
    n = below_answer.as<Option<Int>::Some>().value;
    khora::core::print(khora::text("at ", n));
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return khora::unit;
}

}  // namespace break_in_an_arm
