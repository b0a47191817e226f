// Translated by khora2cpp from main.kh.
#include "pipes.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"
#include "khora/variant.hpp"

namespace pipes {

using khora::Int;
using khora::Rest;

struct Spill;

}  // namespace pipes

template <>
struct khora::ErrorName<pipes::Spill> {
  static constexpr const char* value = "Spill";
};

namespace pipes {

struct SpillCases {
  struct Spill_ {
    Int value;

    static constexpr auto fields = std::tuple{&Spill_::value};
  };
};

struct Spill : SpillCases, khora::Variant<SpillCases::Spill_> {
  using Variant::Variant;
  enum class Case { Spill_ };
  Case which() const { return static_cast<Case>(index()); }
};

namespace {

Tagged<Int> poured(Int cup) {  // raises Spill
  if (cup > 9) return khora::raise(Spill(Spill::Spill_{cup - 9}));
  return cup + 1;
}

Int doubled(Int cup) {
  return cup * 2;
}

Tagged<Int> served(Int cup) {  // raises Spill
  if (khora::stop_pending()) return khora::stopped;  // !
  Int poured_answer;
  if (Rest rest = poured(doubled(cup)).to(poured_answer)) return rest;
  return doubled(poured_answer);
}

}  // namespace

Tagged<Unit> main() {
  Int served_answer;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto served_outcome = served(3);
  if (served_outcome.answered()) {
    served_answer = served_outcome.answer();
  } else if (const auto spill = served_outcome.caught<Spill>()) {
    served_answer = 0 - spill->as<Spill::Spill_>().value;
  } else {
    return served_outcome.rest();
  }
  khora::core::print(khora::text(served_answer));
  Int served_answer_2;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto served_outcome_2 = served(8);
  if (served_outcome_2.answered()) {
    served_answer_2 = served_outcome_2.answer();
  } else if (const auto spill_2 = served_outcome_2.caught<Spill>()) {
    served_answer_2 = 0 - spill_2->as<Spill::Spill_>().value;
  } else {
    return served_outcome_2.rest();
  }
  khora::core::print(khora::text(served_answer_2));
  return khora::unit;
}

}  // namespace pipes
