// Translated by khora2cpp from main.kh.
#include "recursive_lambda.hpp"

#include "khora/core/print.hpp"
#include "khora/fn.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace recursive_lambda {

using khora::Int;
using khora::Rest;

Tagged<Unit> main() {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  const auto digits = khora::Recursive([](const auto& digits_2, Int n) -> Tagged<Int> {
    if (khora::stop_at_entry()) return khora::stopped;  // entry
    if (n < 10) return 1;
    Int digits_answer;
    if (Rest rest = digits_2(n / 10).to(digits_answer)) return rest;
    return 1 + digits_answer;
  });
  Int digits_answer_2;
  if (Rest rest = digits(40961).to(digits_answer_2)) return rest;
  khora::core::print(khora::text(digits_answer_2));
  return khora::unit;
}

}  // namespace recursive_lambda
