// Translated by khora2cpp from main.kh.
#include "catch_in_a_loop.hpp"

#include "khora/core/list.hpp"
#include "khora/core/print.hpp"
#include "khora/text.hpp"

namespace catch_in_a_loop {

using khora::Rest;
using khora::core::List;

namespace {

Tagged<Int> half(Int n) {  // raises Bad
  if (n % 2 == 1) return khora::raise(Bad{n});
  return n / 2;
}

}  // namespace

Tagged<Unit> main() {
  const List<Int> list = List<Int>::of(2, 3, 8);
  for (const Int n : list) {
    Int answer;
    auto tried = [&]() -> Tagged<Int> {
      if (khora::stop_pending()) return khora::stopped;  // !
      Int half_answer;
      if (Rest rest = half(n).to(half_answer)) return rest;
      if (khora::stop_pending()) return khora::stopped;  // !
      Int half_answer_2;
      if (Rest rest = half(n + 2).to(half_answer_2)) return rest;
      return half_answer + half_answer_2;
    }();
    if (tried.answered()) {
      answer = tried.answer();
    } else if (tried.rest().raised()) {
      tried.rest().drop();
      if (khora::stop_pending()) return khora::stopped;  // loop
      continue;
    } else {
      return tried.rest();
    }
    khora::core::print(khora::text(n, ": ", answer));
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return khora::unit;
}

}  // namespace catch_in_a_loop
