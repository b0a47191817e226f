// Translated by khora2cpp from main.kh.
#include "cohort_of_pumps.hpp"

#include <tuple>

#include "khora/cohort/capability.hpp"
#include "khora/cohort/child_end.hpp"
#include "khora/cohort/settings.hpp"
#include "khora/core/list.hpp"
#include "khora/core/option.hpp"
#include "khora/core/print.hpp"
#include "khora/core/shared.hpp"
#include "khora/core/show.hpp"
#include "khora/integer.hpp"
#include "khora/share.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace cohort_of_pumps {

using khora::Int;
using khora::Rest;
using khora::String;
using khora::core::List;
using khora::core::Option;
using khora::core::Shared;

struct Jam;

}  // namespace cohort_of_pumps

template <>
struct khora::ErrorName<cohort_of_pumps::Jam> {
  static constexpr const char* value = "Jam";
};

namespace cohort_of_pumps {

struct Jam {
  Int pump;

  static constexpr auto fields = std::tuple{&Jam::pump};
};

namespace {

/// Runs one pump; the third is jammed.
Tagged<Unit> pump(Int number, const Shared<Int>& litres) {  // raises Jam
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  if (number == 2) return khora::raise(Jam{number});
  if (Rest rest = Shared<Int>::update(litres, [](Int sum) { return sum + 10; }).rest()) return rest;
  return khora::unit;
}

Tagged<Unit> pumps(const Shared<Int>& litres, const khora::cohort::Cohort& cohort) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  Int n = 0;
  while (n < 4) {
    const Int number = n;
    if (Rest rest = cohort->spawn_as(
        khora::text("pump ", number),
        [number, litres = khora::share(litres)]() -> Tagged<Unit> {
          if (khora::stop_pending()) return khora::stopped;  // !
          return pump(number, litres);
        }).rest()) {
      return rest;
    }
    n = n + 1;
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return khora::unit;
}

}  // namespace

Tagged<Unit> main() {
  const Shared<Int> litres = Shared<Int>::of(0);
  const khora::cohort::Settings settings = khora::cohort::Settings::set_timeout(
      khora::cohort::Settings::set_policy(khora::cohort::Settings::standard(),
                                          khora::cohort::Policy::CollectAll{}), 60000);
  if (khora::stop_pending()) return khora::stopped;  // !
  auto cohort_outcome = khora::cohort::cohort<Unit>(
      settings,
      [litres](const khora::cohort::Cohort& cohort) -> Tagged<Unit> { return pumps(litres, cohort); });
  if (const auto cohort_error = cohort_outcome.caught<khora::cohort::CohortError>()) {
    switch ((*cohort_error).which()) {
      case khora::cohort::CohortError::Case::Children: {
        String show_answer;
        if (Rest rest = khora::core::impl::Show<List<khora::cohort::ChildEnd>>::show(
            cohort_error->as<khora::cohort::CohortError::Children>().failures).to(show_answer)) {
          return rest;
        }
        khora::core::print(khora::text("failed: ", show_answer));
        break;
      }
      case khora::cohort::CohortError::Case::Child:
        khora::core::print(
            khora::text(
                "child ", cohort_error->as<khora::cohort::CohortError::Child>().index, " ",
                Option<String>::unwrap_or(cohort_error->as<khora::cohort::CohortError::Child>().reason, "-"),
                " of ", cohort_error->as<khora::cohort::CohortError::Child>().failed));
        break;
      case khora::cohort::CohortError::Case::TimedOut:
        khora::core::print(
            khora::text("late after ", cohort_error->as<khora::cohort::CohortError::TimedOut>().millis));
        break;
      case khora::cohort::CohortError::Case::NoWinner:
        khora::core::print(
            khora::text("no winner, failed ",
                        cohort_error->as<khora::cohort::CohortError::NoWinner>().failed));
        break;
    }
  } else if (!cohort_outcome.answered()) {
    return cohort_outcome.rest();
  }
  khora::core::print(khora::text(Shared<Int>::get(litres), " litres"));
  return khora::unit;
}

}  // namespace cohort_of_pumps
