// Translated by khora2cpp from main.kh.
#include "generic.hpp"

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"
#include "khora/tuple.hpp"

namespace generic {

using khora::Int;
using khora::String;
using khora::Tuple;

namespace {

/// The same thing twice.
template <class A>
Tuple<A, A> twin(const A& a) {
  return Tuple<A, A>{a, a};
}

template <class A, class B>
Tuple<B, A> swapped(const Tuple<A, B>& pair) {
  return Tuple<B, A>{khora::get<1>(pair), khora::get<0>(pair)};
}

}  // namespace

void main() {
  const Tuple<Int, Int> twin_answer = twin<Int>(21);
  const Tuple<String, Int> swapped_answer =
      swapped(Tuple<Int, String>{khora::get<0>(twin_answer) + khora::get<1>(twin_answer), "sum"});
  khora::core::print(khora::text(khora::get<0>(swapped_answer), " ", khora::get<1>(swapped_answer)));
}

}  // namespace generic
