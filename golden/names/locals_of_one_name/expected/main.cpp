// Translated by khora2cpp from main.kh.
#include "main.hpp"

#include "khora/core/list.hpp"
#include "khora/core/option.hpp"
#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace main_ {

using khora::Int;
using khora::Rest;
using khora::core::List;
using khora::core::Option;

namespace {

Int rope(Int n) {
  return n * 2;
}

Tagged<Int> coil(Int n, const List<Int>& ropes) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  const Int n_2 = n + 1;
  const Int rope_2 = rope(n_2);
  const Int n_3 = n_2 * rope_2;
  Int total = n_3;
  for (const Int n_4 : ropes) {
    const Int total_before = total;
    total = total_before + n_4;
    if (n_4 > 2) {
      const Int n_5 = 100;
      total = total + n_5;
    }
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  const auto longer = [rope_2](Int n_6) {
    const Int n_7 = n_6 + rope_2;
    return n_7;
  };
  Int total_2;
  const Option<Int> option = Option<Int>::Some{longer(total)};
  switch (option.which()) {
    case Option<Int>::Case::Some:
      total_2 = option.as<Option<Int>::Some>().value;
      break;
    case Option<Int>::Case::None:
      total_2 = n_3;
      break;
  }
  return total_2;
}

}  // namespace

Tagged<Unit> main() {
  Int coil_answer;
  if (Rest rest = coil(1, List<Int>::of(1, 2, 3)).to(coil_answer)) return rest;
  khora::core::print(khora::text(coil_answer));
  return khora::unit;
}

}  // namespace main_
