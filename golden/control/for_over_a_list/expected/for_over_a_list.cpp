// Translated by khora2cpp from main.kh.
#include "for_over_a_list.hpp"

#include "khora/core/list.hpp"
#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace for_over_a_list {

using khora::Int;
using khora::Rest;
using khora::core::List;

namespace {

Tagged<Int> sum_of_even(const List<Int>& numbers) {
  Int total = 0;
  for (const Int n : numbers) {
    if (n % 2 == 1) {
      if (khora::stop_pending()) return khora::stopped;  // loop
      continue;
    }
    total = total + n;
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return total;
}

}  // namespace

Tagged<Unit> main() {
  Int sum_of_even_answer;
  if (Rest rest = sum_of_even(List<Int>::of(1, 2, 3, 4, 5, 6)).to(sum_of_even_answer)) return rest;
  khora::core::print(khora::text(sum_of_even_answer));
  return khora::unit;
}

}  // namespace for_over_a_list
