// Translated by khora2cpp from main.kh.
#include "order_of_evaluation.hpp"

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace order_of_evaluation {

using khora::Int;

namespace {

Int say(Int n) {
  khora::core::print(khora::text("operand ", n));
  return n;
}

Int difference(Int a, Int b) {
  return a - b;
}

}  // namespace

void main() {
  const Int say_answer = say(5);
  const Int difference_answer = difference(say_answer, say(3));
  khora::core::print(khora::text(difference_answer + say(1)));
}

}  // namespace order_of_evaluation
