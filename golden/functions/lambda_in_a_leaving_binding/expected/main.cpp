// Translated by khora2cpp from main.kh.
#include "main.hpp"

#include <tuple>

#include "khora/core/list.hpp"
#include "khora/core/print.hpp"
#include "khora/fn.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace main_ {

using khora::Fn;
using khora::Int;
using khora::Rest;
using khora::core::List;

struct Dent;

}  // namespace main_

template <>
struct khora::ErrorName<main_::Dent> {
  static constexpr const char* value = "Dent";
};

namespace main_ {

struct Dent {
  Int at;

  static constexpr auto fields = std::tuple{&Dent::at};
};

namespace {

template <class Press>
Tagged<Int> smooth(const List<Int>& sheet, const Press& press) {  // raises Dent
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  Int sum = 0;
  for (const Int place : sheet) {
    if (place < 0) return khora::raise(Dent{place});
    if (khora::stop_pending()) return khora::stopped;  // !
    Int press_answer;
    if (Rest rest = khora::call(press, place).to(press_answer)) return rest;
    sum = sum + press_answer;
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return sum;
}

/// The binding leaves when there is a dent, and so does what is inside the lambda in it.
Tagged<Int> both(const List<Int>& sheet) {  // raises Dent
  if (khora::stop_pending()) return khora::stopped;  // !
  Int pressed;
  if (Rest rest = smooth(sheet, [](Int place) -> Tagged<Int> {
    if (khora::stop_pending()) return khora::stopped;  // !
    Int inner;
    if (Rest rest_2 = smooth(List<Int>::of(place, place), [](Int again) { return again + 1; }).to(inner)) {
      return rest_2;
    }
    if (inner > 20) return khora::raise(Dent{inner});
    return inner;
  }).to(pressed)) {
    return rest;
  }
  return pressed + 1;
}

Tagged<Int> told(const List<Int>& sheet) {
  if (khora::stop_pending()) return khora::stopped;  // !
  auto both_outcome = both(sheet);
  if (both_outcome.answered()) return both_outcome.answer();
  if (const auto dent = both_outcome.caught<Dent>()) return 0 - dent->at;
  return both_outcome.rest();
}

}  // namespace

Tagged<Unit> main() {
  Int told_answer;
  if (Rest rest = told(List<Int>::of(1, 2)).to(told_answer)) return rest;
  Int told_answer_2;
  if (Rest rest = told(List<Int>::of(1, Int{0} - 7)).to(told_answer_2)) return rest;
  Int told_answer_3;
  if (Rest rest = told(List<Int>::of(30)).to(told_answer_3)) return rest;
  khora::core::print(khora::text(told_answer, " ", told_answer_2, " ", told_answer_3));
  return khora::unit;
}

}  // namespace main_
