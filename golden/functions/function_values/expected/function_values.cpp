// Translated by khora2cpp from main.kh.
#include "function_values.hpp"

#include "khora/core/print.hpp"
#include "khora/fn.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace function_values {

using khora::Fn;
using khora::Int;
using khora::Rest;

namespace {

Tagged<Int> twice(const Fn<Int(Int)>& f, Int n) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  Int f_answer;
  if (Rest rest = f(n).to(f_answer)) return rest;
  return f(f_answer);
}

Int triple(Int n) {
  return n * 3;
}

}  // namespace

Tagged<Unit> main() {
  const Int step = 4;
  Int twice_answer;
  if (Rest rest = twice(triple, 1).to(twice_answer)) return rest;
  Int twice_answer_2;
  if (Rest rest = twice([step](Int n) { return n + step; }, 1).to(twice_answer_2)) return rest;
  khora::core::print(khora::text(twice_answer, " ", twice_answer_2));
  return khora::unit;
}

}  // namespace function_values
