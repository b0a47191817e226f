// Translated by khora2cpp from main.kh.
#include "main.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/core/range.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"
#include "khora/variant.hpp"

namespace main_ {

using khora::Caught;
using khora::Int;
using khora::Rest;
using khora::core::Range;

struct Tear;
struct Knot;

}  // namespace main_

template <>
struct khora::ErrorName<main_::Tear> {
  static constexpr const char* value = "Tear";
};

template <>
struct khora::ErrorName<main_::Knot> {
  static constexpr const char* value = "Knot";
};

namespace main_ {

struct Tear {
  Int at;

  static constexpr auto fields = std::tuple{&Tear::at};
};

struct KnotCases {
  struct Tight {};
};

struct Knot : KnotCases, khora::Variant<KnotCases::Tight> {
  using Variant::Variant;
  enum class Case { Tight };
  Case which() const { return static_cast<Case>(index()); }
};

namespace {

Tagged<Int> pull(Int at) {  // raises Knot + Tear
  if (at == 3) return khora::raise(Tear{at});
  if (at == 5) return khora::raise(Knot(Knot::Tight{}));
  return at * 2;
}

/// The operand leaves the function, and goes on with the loop, on its own.
Tagged<Int> first_long(Int from, Int to) {  // raises Knot
  Int torn = 0;
  const Range range = Range::Of{from, to};
  for (const Int at : range) {
    Int length;
    Rest rest;
    {
      if (at == 1) {
        if (khora::stop_pending()) return khora::stopped;  // loop
        continue;
      }
      if (khora::stop_pending()) return khora::stopped;  // !
      Int pulled;
      if (rest = pull(at).to(pulled); rest) goto caught;
      if (pulled > 7) return pulled;
      if (khora::stop_pending()) return khora::stopped;  // !
      Int pull_answer;
      if (rest = pull(at + 1).to(pull_answer); rest) goto caught;
      length = pulled + pull_answer;
    }
  caught:
    if (const auto tear = Caught<Tear>(rest)) {
      torn = torn + tear->at;
      length = 0;
    } else if (rest) {
      return rest;
    }
    khora::core::print(khora::text(at, ": ", length));
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return torn;
}

}  // namespace

Tagged<Unit> main() {
  Int short_;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto first_long_outcome = first_long(0, 3);
  if (first_long_outcome.answered()) {
    short_ = first_long_outcome.answer();
  } else if (const auto knot = first_long_outcome.caught<Knot>()) {
    short_ = -1;
  } else {
    return first_long_outcome.rest();
  }
  Int long_;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto first_long_outcome_2 = first_long(2, 9);
  if (first_long_outcome_2.answered()) {
    long_ = first_long_outcome_2.answer();
  } else if (const auto knot_2 = first_long_outcome_2.caught<Knot>()) {
    long_ = -1;
  } else {
    return first_long_outcome_2.rest();
  }
  Int knotted;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto first_long_outcome_3 = first_long(5, 6);
  if (first_long_outcome_3.answered()) {
    knotted = first_long_outcome_3.answer();
  } else if (const auto knot_3 = first_long_outcome_3.caught<Knot>()) {
    knotted = -1;
  } else {
    return first_long_outcome_3.rest();
  }
  khora::core::print(khora::text(short_, " ", long_, " ", knotted));
  return khora::unit;
}

}  // namespace main_
