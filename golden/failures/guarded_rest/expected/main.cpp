// Translated by khora2cpp from main.kh.
#include "main.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"
#include "khora/variant.hpp"

namespace main_ {

using khora::Int;
using khora::Rest;

struct Frost;
struct Drought;
struct Hail;

}  // namespace main_

template <>
struct khora::ErrorName<main_::Frost> {
  static constexpr const char* value = "Frost";
};

template <>
struct khora::ErrorName<main_::Drought> {
  static constexpr const char* value = "Drought";
};

template <>
struct khora::ErrorName<main_::Hail> {
  static constexpr const char* value = "Hail";
};

namespace main_ {

struct Frost {
  Int degrees;

  static constexpr auto fields = std::tuple{&Frost::degrees};
};

struct DroughtCases {
  struct Drought_ {};
};

struct Drought : DroughtCases, khora::Variant<DroughtCases::Drought_> {
  using Variant::Variant;
  enum class Case { Drought_ };
  Case which() const { return static_cast<Case>(index()); }
};

struct Hail {
  Int stones;

  static constexpr auto fields = std::tuple{&Hail::stones};
};

namespace {

Tagged<Int> grow(Int n) {  // raises Drought + Frost + Hail
  const Frost frost{-4};
  const Hail hail{7};
  if (n == 1) return khora::raise(frost);
  if (n == 2) return khora::raise(Drought(Drought::Drought_{}));
  if (n == 3) return khora::raise(hail);
  return n;
}

Tagged<bool> asks(Int n) {  // raises Drought
  if (n == 9) return khora::raise(Drought(Drought::Drought_{}));
  return n > 5;
}

/// One arm for whatever is left, under a condition: printed once.
Tagged<Int> harvest(Int n, bool insured) {  // raises Drought + Frost + Hail
  if (khora::stop_pending()) return khora::stopped;  // !
  auto grow_outcome = grow(n);
  if (grow_outcome.answered()) return grow_outcome.answer();
  if (const auto frost = grow_outcome.caught<Frost>()) return frost->degrees;
  if (grow_outcome.rest().raised() && insured) {
    grow_outcome.rest().drop();
    return 100;
  }
  if (const auto hail = grow_outcome.caught<Hail>()) return 0 - hail->stones;
  return grow_outcome.rest();
}

/// The condition needs statements.
Tagged<Int> careful(Int n, Int year) {  // raises Drought
  if (khora::stop_pending()) return khora::stopped;  // !
  auto grow_outcome = grow(n);
  if (grow_outcome.answered()) return grow_outcome.answer();
  if (grow_outcome.rest().raised()) {
    auto guard = [&]() -> Tagged<bool> {
      if (khora::stop_pending()) return khora::stopped;  // !
      return asks(year);
    }();
    if (!guard.answered()) {
      grow_outcome.rest().drop();
      return guard.rest();
    }
    if (guard.answer()) {
      grow_outcome.rest().drop();
      return 50;
    }
    if (const auto hail = grow_outcome.caught<Hail>()) return hail->stones;
    if (grow_outcome.rest().raised()) {
      grow_outcome.rest().drop();
      return 1;
    }
    return grow_outcome.rest();
  }
  return grow_outcome.rest();
}

Tagged<Int> told(Int n, bool insured) {
  if (khora::stop_pending()) return khora::stopped;  // !
  auto harvest_outcome = harvest(n, insured);
  if (harvest_outcome.answered()) return harvest_outcome.answer();
  if (const auto frost = harvest_outcome.caught<Frost>()) return frost->degrees;
  if (const auto drought = harvest_outcome.caught<Drought>()) return -1000;
  if (const auto hail = harvest_outcome.caught<Hail>()) return hail->stones;
  return harvest_outcome.rest();
}

}  // namespace

Tagged<Unit> main() {
  Int told_answer;
  if (Rest rest = told(0, true).to(told_answer)) return rest;
  Int told_answer_2;
  if (Rest rest = told(1, true).to(told_answer_2)) return rest;
  Int told_answer_3;
  if (Rest rest = told(2, true).to(told_answer_3)) return rest;
  Int told_answer_4;
  if (Rest rest = told(2, false).to(told_answer_4)) return rest;
  Int told_answer_5;
  if (Rest rest = told(3, true).to(told_answer_5)) return rest;
  Int told_answer_6;
  if (Rest rest = told(3, false).to(told_answer_6)) return rest;
  khora::core::print(
      khora::text(told_answer, " ", told_answer_2, " ", told_answer_3, " ", told_answer_4, " ", told_answer_5,
                  " ", told_answer_6));
  Int careful_answer;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto careful_outcome = careful(0, 9);
  if (careful_outcome.answered()) {
    careful_answer = careful_outcome.answer();
  } else if (careful_outcome.rest().raised()) {
    careful_outcome.rest().drop();
    careful_answer = -1;
  } else {
    return careful_outcome.rest();
  }
  Int careful_answer_2;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto careful_outcome_2 = careful(1, 9);
  if (careful_outcome_2.answered()) {
    careful_answer_2 = careful_outcome_2.answer();
  } else if (careful_outcome_2.rest().raised()) {
    careful_outcome_2.rest().drop();
    careful_answer_2 = -1;
  } else {
    return careful_outcome_2.rest();
  }
  Int careful_answer_3;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto careful_outcome_3 = careful(3, 2);
  if (careful_outcome_3.answered()) {
    careful_answer_3 = careful_outcome_3.answer();
  } else if (careful_outcome_3.rest().raised()) {
    careful_outcome_3.rest().drop();
    careful_answer_3 = -1;
  } else {
    return careful_outcome_3.rest();
  }
  khora::core::print(khora::text(careful_answer, " ", careful_answer_2, " ", careful_answer_3));
  Int careful_answer_4;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto careful_outcome_4 = careful(2, 6);
  if (careful_outcome_4.answered()) {
    careful_answer_4 = careful_outcome_4.answer();
  } else if (careful_outcome_4.rest().raised()) {
    careful_outcome_4.rest().drop();
    careful_answer_4 = -1;
  } else {
    return careful_outcome_4.rest();
  }
  Int careful_answer_5;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto careful_outcome_5 = careful(2, 3);
  if (careful_outcome_5.answered()) {
    careful_answer_5 = careful_outcome_5.answer();
  } else if (careful_outcome_5.rest().raised()) {
    careful_outcome_5.rest().drop();
    careful_answer_5 = -1;
  } else {
    return careful_outcome_5.rest();
  }
  khora::core::print(khora::text(careful_answer_4, " ", careful_answer_5));
  return khora::unit;
}

}  // namespace main_
