// Translated by khora2cpp from main.kh.
#include "crew_of_readers.hpp"

#include <tuple>

#include "khora/cohort/crew.hpp"
#include "khora/cohort/limits.hpp"
#include "khora/cohort/settings.hpp"
#include "khora/core/channel.hpp"
#include "khora/core/list.hpp"
#include "khora/core/option.hpp"
#include "khora/core/print.hpp"
#include "khora/core/select.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace crew_of_readers {

using khora::Int;
using khora::Rest;
using khora::String;
using khora::core::Arm;
using khora::core::Channel;
using khora::core::List;
using khora::core::Option;

struct Blank;

}  // namespace crew_of_readers

template <>
struct khora::ErrorName<crew_of_readers::Blank> {
  static constexpr const char* value = "Blank";
};

namespace crew_of_readers {

struct Blank {
  Int page;

  static constexpr auto fields = std::tuple{&Blank::page};
};

namespace {

Tagged<String> read(Int page) {  // raises Blank
  if (page > 99) return khora::raise(Blank{page});
  return khora::text("page ", page);
}

/// A helper says by its parameter that it starts tasks.
Tagged<khora::cohort::Task<String, Blank>> start_reading(const khora::cohort::Crew<Blank>& crew, Int page) {
  return khora::cohort::Crew<Blank>::start_as<String>(crew, "reader", [page]() -> Tagged<String> {
    if (khora::stop_pending()) return khora::stopped;  // !
    return read(page);
  });
}

Tagged<String> both(Int first, Int second) {  // raises Blank + Failed<Blank>
  if (khora::stop_pending()) return khora::stopped;  // !
  return khora::cohort::cohort_of<String, Blank>(
      khora::cohort::Settings::standard(),
      [first, second](const khora::cohort::Crew<Blank>& crew) -> Tagged<String> {
        khora::cohort::Task<String, Blank> one;
        if (Rest rest = start_reading(crew, first).to(one)) return rest;
        khora::cohort::Task<String, Blank> other;
        if (Rest rest = start_reading(crew, second).to(other)) return rest;
        if (khora::stop_pending()) return khora::stopped;  // !
        String answer_answer;
        if (Rest rest = khora::cohort::Task<String, Blank>::answer(one).to(answer_answer)) return rest;
        if (khora::stop_pending()) return khora::stopped;  // !
        String answer_answer_2;
        if (Rest rest = khora::cohort::Task<String, Blank>::answer(other).to(answer_answer_2)) return rest;
        return khora::text(answer_answer, " and ", answer_answer_2);
      });
}

Tagged<String> in_time(Int page) {
  if (khora::stop_pending()) return khora::stopped;  // !
  auto with_timeout_outcome = khora::cohort::with_timeout<String>(60000, [page]() -> Tagged<String> {
    if (khora::stop_pending()) return khora::stopped;  // !
    return read(page);
  });
  if (with_timeout_outcome.answered()) return with_timeout_outcome.answer();
  if (const auto blank = with_timeout_outcome.caught<Blank>()) {
    return khora::text("page ", blank->page, " is blank");
  }
  if (const auto took_too_long = with_timeout_outcome.caught<khora::cohort::TookTooLong>()) {
    return khora::text("late after ", took_too_long->millis);
  }
  return with_timeout_outcome.rest();
}

Tagged<String> first_of(const Channel<Int>& pages, const Channel<String>& notes) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  const Arm<String> receive_answer = Arm<String>::receive(pages, [](const Option<Int>& page) {
    return khora::text("page ", Option<Int>::unwrap_or(page, 0));
  });
  return khora::core::select(
      List<Arm<String>>::of(receive_answer, Arm<String>::receive(notes, [](const Option<String>& note) {
        return Option<String>::unwrap_or(note, "no more notes");
      })));
}

}  // namespace

Tagged<Unit> main() {
  String both_answer;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto both_outcome = both(3, 4);
  if (both_outcome.answered()) {
    both_answer = both_outcome.answer();
  } else if (const auto blank = both_outcome.caught<Blank>()) {
    both_answer = khora::text("page ", blank->page, " is blank");
  } else if (both_outcome.rest().raised()) {
    both_outcome.rest().drop();
    both_answer = "a reader failed";
  } else {
    return both_outcome.rest();
  }
  khora::core::print(both_answer);
  String in_time_answer;
  if (Rest rest = in_time(5).to(in_time_answer)) return rest;
  khora::core::print(in_time_answer);
  String in_time_answer_2;
  if (Rest rest = in_time(100).to(in_time_answer_2)) return rest;
  khora::core::print(in_time_answer_2);
  Int shield_answer;
  if (Rest rest = khora::cohort::shield<Int>([]() -> Int { return 7; }).to(shield_answer)) return rest;
  khora::core::print(khora::text(shield_answer, " pages"));
  const Channel<Int> pages = Channel<Int>::bounded(1);
  const Channel<String> notes = Channel<String>::bounded(1);
  if (Rest rest = Channel<String>::send(notes, "a note").rest()) return rest;
  String first_of_answer;
  if (Rest rest = first_of(pages, notes).to(first_of_answer)) return rest;
  khora::core::print(first_of_answer);
  Channel<Int>::close(pages);
  String first_of_answer_2;
  if (Rest rest = first_of(pages, notes).to(first_of_answer_2)) return rest;
  khora::core::print(first_of_answer_2);
  return khora::unit;
}

}  // namespace crew_of_readers
