// Translated by khora2cpp from main.kh.
#include "recursion.hpp"

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace recursion {

using khora::Int;
using khora::Rest;

namespace {

// On a call cycle, so it asks at its entry whether it has to stop.
Tagged<Int> factorial(Int n) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  if (n < 2) return 1;
  Int factorial_answer;
  if (Rest rest = factorial(n - 1).to(factorial_answer)) return rest;
  return n * factorial_answer;
}

}  // namespace

Tagged<Unit> main() {
  Int factorial_answer;
  if (Rest rest = factorial(10).to(factorial_answer)) return rest;
  khora::core::print(khora::text(factorial_answer));
  return khora::unit;
}

}  // namespace recursion
