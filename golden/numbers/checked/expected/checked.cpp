// Translated by khora2cpp from main.kh.
#include "checked.hpp"

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace checked {

using khora::Int;
using khora::U8;

namespace {

Int mixed(Int a, Int b, U8) {
  const Int quotient = a / b;
  const Int sum = quotient + a % b * 2;
  return sum - -a;
}

}  // namespace

void main() {
  const U8 small = 200;
  const Int mixed_answer = mixed(17, 5, small);
  khora::core::print(khora::text(mixed_answer, " ", small + 55));
}

}  // namespace checked
