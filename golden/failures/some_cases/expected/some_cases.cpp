// Translated by khora2cpp from main.kh.
#include "some_cases.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"
#include "khora/variant.hpp"

namespace some_cases {

using khora::Int;
using khora::Rest;

struct Fault;
struct Closed;

}  // namespace some_cases

template <>
struct khora::ErrorName<some_cases::Fault> {
  static constexpr const char* value = "Fault";
};

template <>
struct khora::ErrorName<some_cases::Closed> {
  static constexpr const char* value = "Closed";
};

namespace some_cases {

struct FaultCases {
  struct Wet {};
  struct Bent {
    Int value;

    static constexpr auto fields = std::tuple{&Bent::value};
  };
  struct Lost {};
};

struct Fault : FaultCases, khora::Variant<FaultCases::Wet, FaultCases::Bent, FaultCases::Lost> {
  using Variant::Variant;
  enum class Case { Wet, Bent, Lost };
  Case which() const { return static_cast<Case>(index()); }
};

struct Closed {
  Int until;

  static constexpr auto fields = std::tuple{&Closed::until};
};

namespace {

Tagged<Int> opened(Int door) {  // raises Closed + Fault
  if (door == 0) return khora::raise(Fault(Fault::Wet{}));
  if (door < 4) return khora::raise(Fault(Fault::Bent{door}));
  if (door == 4) return khora::raise(Fault(Fault::Lost{}));
  if (door > 9) return khora::raise(Closed{door});
  return door;
}

/// Arms that name some cases leave the others to `_`.
Tagged<Int> through(Int door) {
  if (khora::stop_pending()) return khora::stopped;  // !
  auto opened_outcome = opened(door);
  if (opened_outcome.answered()) {
    return opened_outcome.answer();
  } else if (const auto fault = opened_outcome.caught<Fault>()) {
    if (fault->is<Fault::Bent>() && fault->as<Fault::Bent>().value < 2) {
      const Int degrees = fault->as<Fault::Bent>().value;
      return degrees;
    } else if (fault->is<Fault::Lost>()) {
      return 100;
    }
  } else if (opened_outcome.rest().raised()) {
    opened_outcome.rest().drop();
  } else {
    return opened_outcome.rest();
  }
  khora::core::print(khora::text("no way through ", door));
  return 0 - door;
}

/// Every error of the one type.
Tagged<bool> dry(Int door) {  // raises Closed
  Int way;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto opened_outcome = opened(door);
  if (opened_outcome.answered()) {
    way = opened_outcome.answer();
  } else if (const auto fault = opened_outcome.caught<Fault>()) {
    switch ((*fault).which()) {
      case Fault::Case::Wet: return false;
      case Fault::Case::Bent:
        way = 1;
        break;
      case Fault::Case::Lost:
        way = 0;
        break;
    }
  } else {
    return opened_outcome.rest();
  }
  return way > 0;
}

}  // namespace

Tagged<Unit> main() {
  Int through_answer;
  if (Rest rest = through(0).to(through_answer)) return rest;
  Int through_answer_2;
  if (Rest rest = through(1).to(through_answer_2)) return rest;
  Int through_answer_3;
  if (Rest rest = through(2).to(through_answer_3)) return rest;
  Int through_answer_4;
  if (Rest rest = through(4).to(through_answer_4)) return rest;
  Int through_answer_5;
  if (Rest rest = through(5).to(through_answer_5)) return rest;
  Int through_answer_6;
  if (Rest rest = through(12).to(through_answer_6)) return rest;
  khora::core::print(
      khora::text(through_answer, " ", through_answer_2, " ", through_answer_3, " ", through_answer_4, " ",
                  through_answer_5, " ", through_answer_6));
  bool dry_answer = false;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto dry_outcome = dry(0);
  if (dry_outcome.answered()) {
    dry_answer = dry_outcome.answer();
  } else if (dry_outcome.rest().raised()) {
    dry_outcome.rest().drop();
    dry_answer = false;
  } else {
    return dry_outcome.rest();
  }
  bool dry_answer_2 = false;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto dry_outcome_2 = dry(3);
  if (dry_outcome_2.answered()) {
    dry_answer_2 = dry_outcome_2.answer();
  } else if (dry_outcome_2.rest().raised()) {
    dry_outcome_2.rest().drop();
    dry_answer_2 = false;
  } else {
    return dry_outcome_2.rest();
  }
  bool dry_answer_3 = false;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto dry_outcome_3 = dry(11);
  if (dry_outcome_3.answered()) {
    dry_answer_3 = dry_outcome_3.answer();
  } else if (dry_outcome_3.rest().raised()) {
    dry_outcome_3.rest().drop();
    dry_answer_3 = false;
  } else {
    return dry_outcome_3.rest();
  }
  khora::core::print(khora::text(dry_answer, " ", dry_answer_2, " ", dry_answer_3));
  return khora::unit;
}

}  // namespace some_cases
