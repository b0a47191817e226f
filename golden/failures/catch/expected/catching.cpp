// Translated by khora2cpp from main.kh.
#include "catching.hpp"

#include "khora/core/print.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace catching {

using khora::String;

namespace {

Tagged<String> read(Int page) {  // raises Closed + Fault
  if (page == 0) return khora::raise(Fault(Fault::Missing{}));
  if (page > 90) return khora::raise(Closed{page});
  if (page > 9) return khora::raise(Fault(Fault::Torn{page}));
  return khora::text("page ", page);
}

Tagged<String> told(Int page) {  // raises Closed
  if (khora::stop_pending()) return khora::stopped;  // !
  auto read_outcome = read(page);
  if (read_outcome.answered()) return read_outcome.answer();
  if (const auto fault = read_outcome.caught<Fault>()) {
    switch ((*fault).which()) {
      case Fault::Case::Torn: return khora::text("page ", fault->as<Fault::Torn>().page, " is torn");
      case Fault::Case::Missing: return "no such page";
    }
    khora::unreachable();
  }
  return read_outcome.rest();
}

}  // namespace

Tagged<Unit> main() {
  String told_answer;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto told_outcome = told(4);
  if (told_outcome.answered()) {
    told_answer = told_outcome.answer();
  } else if (told_outcome.rest().raised()) {
    told_outcome.rest().drop();
    told_answer = "closed";
  } else {
    return told_outcome.rest();
  }
  khora::core::print(told_answer);
  String told_answer_2;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto told_outcome_2 = told(0);
  if (told_outcome_2.answered()) {
    told_answer_2 = told_outcome_2.answer();
  } else if (told_outcome_2.rest().raised()) {
    told_outcome_2.rest().drop();
    told_answer_2 = "closed";
  } else {
    return told_outcome_2.rest();
  }
  khora::core::print(told_answer_2);
  String told_answer_3;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto told_outcome_3 = told(12);
  if (told_outcome_3.answered()) {
    told_answer_3 = told_outcome_3.answer();
  } else if (told_outcome_3.rest().raised()) {
    told_outcome_3.rest().drop();
    told_answer_3 = "closed";
  } else {
    return told_outcome_3.rest();
  }
  khora::core::print(told_answer_3);
  String told_answer_4;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto told_outcome_4 = told(91);
  if (told_outcome_4.answered()) {
    told_answer_4 = told_outcome_4.answer();
  } else if (const auto closed = told_outcome_4.caught<Closed>()) {
    told_answer_4 = khora::text("closed until ", closed->until);
  } else {
    return told_outcome_4.rest();
  }
  khora::core::print(told_answer_4);
  return khora::unit;
}

}  // namespace catching
