// Translated by khora2cpp from main.kh.
#include "iterator_with_a_row.hpp"

#include <tuple>

#include "khora/cases.hpp"
#include "khora/core/iterator.hpp"
#include "khora/core/list.hpp"
#include "khora/core/print.hpp"
#include "khora/core/step.hpp"
#include "khora/fn.hpp"
#include "khora/fn_with.hpp"
#include "khora/handler.hpp"
#include "khora/integer.hpp"
#include "khora/native/list.hpp"
#include "khora/row.hpp"
#include "khora/text.hpp"

namespace iterator_with_a_row {

using khora::Cap;
using khora::Fn;
using khora::FnWith;
using khora::Int;
using khora::Rest;
using khora::Row;
using khora::core::List;
using khora::core::Mapped;
using khora::core::Step;

template <class Ef>
struct Readings;

}  // namespace iterator_with_a_row

template <class Ef>
struct khora::core::impl::Iterator<iterator_with_a_row::Readings<Ef>> : khora::core::impl::IteratorDefaults<iterator_with_a_row::Readings<Ef>> {
  using Item = Int;
  using Effects = Ef;
  static Tagged<Step<iterator_with_a_row::Readings<Ef>, Int>> next(
      const iterator_with_a_row::Readings<Ef>& self, const Ef& effects);
};

namespace iterator_with_a_row {

struct TideOps {
  Fn<Int(Int)> height;

  static constexpr auto fields = std::tuple{&TideOps::height};
};

class Tide : public khora::Handler<TideOps> {
 public:
  using khora::Handler<TideOps>::Handler;
};

/// The readings of some hours, taken when they are walked.
template <class Ef>
struct Readings {
  Int hour;
  FnWith<Int(Int), Ef> read;

  static constexpr auto fields = std::tuple{&Readings::hour, &Readings::read};
};

namespace {

/// The walk is generic in what the readings need.
template <class Ef>
Tagged<Int> highest(const Readings<Ef>& readings, const Ef& effects) {
  Int highest = 0;
  Readings<Ef> state = readings;
  for (;;) {
    Step<Readings<Ef>, Int> step;
    if (Rest rest = khora::core::impl::Iterator<Readings<Ef>>::next(state, effects).to(step)) return rest;
    if (khora::is<typename Step<Readings<Ef>, Int>::Done>(step)) break;
    state = khora::as<typename Step<Readings<Ef>, Int>::Yield>(step).state;
    const Int height = khora::as<typename Step<Readings<Ef>, Int>::Yield>(step).item;
    if (height > highest) {
      highest = height;
    }
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return highest;
}

template <khora::core::Iterator I>
Tagged<List<typename khora::core::impl::Iterator<I>::Item>> listed(
    const I& items, const typename khora::core::impl::Iterator<I>::Effects& effects) {
  khora::ListBuilder<typename khora::core::impl::Iterator<I>::Item> builder;
  I state = items;
  for (;;) {
    Step<I, typename khora::core::impl::Iterator<I>::Item> step;
    if (Rest rest = khora::tagged(khora::core::impl::Iterator<I>::next(state, effects)).to(step)) return rest;
    if (khora::is<typename Step<I, typename khora::core::impl::Iterator<I>::Item>::Done>(step)) break;
    state = khora::as<typename Step<I, typename khora::core::impl::Iterator<I>::Item>::Yield>(step).state;
    builder.add(khora::as<typename Step<I, typename khora::core::impl::Iterator<I>::Item>::Yield>(step).item);
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  const List<typename khora::core::impl::Iterator<I>::Item> list = builder.finish();
  return list;
}

}  // namespace
}  // namespace iterator_with_a_row

template <class Ef>
khora::Tagged<khora::core::Step<iterator_with_a_row::Readings<Ef>, khora::Int>> khora::core::impl::Iterator<iterator_with_a_row::Readings<Ef>>::next(
    const iterator_with_a_row::Readings<Ef>& self, const Ef& effects) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  if (self.hour > 3) return typename Step<iterator_with_a_row::Readings<Ef>, Int>::Done{};
  const iterator_with_a_row::Readings<Ef> readings{.hour = self.hour + 1, .read = self.read};
  Int read_answer;
  if (Rest rest = khora::call_with(self.read, effects, self.hour).to(read_answer)) return rest;
  return typename Step<iterator_with_a_row::Readings<Ef>, Int>::Yield{readings, read_answer};
}

namespace iterator_with_a_row {

Tagged<Unit> main() {
  const Readings<Row<Cap<"tide", Tide>>> readings{
      .hour = 0,
      .read = [](Int hour, const Tide& tide) -> Tagged<Int> {
        if (khora::stop_at_entry()) return khora::stopped;  // entry
        return tide->height(hour);
      }};
  {
    const Tide tide_2 = Tide(TideOps{.height = [](Int hour_2) { return 10 * hour_2 - hour_2 * hour_2; }});
    Int highest_answer;
    if (Rest rest = highest(readings, {tide_2}).to(highest_answer)) return rest;
    List<Int> listed_answer;
    if (Rest rest = listed(readings, {tide_2}).to(listed_answer)) return rest;
    Int count_answer;
    if (Rest rest = khora::core::impl::Iterator<Readings<Row<Cap<"tide", Tide>>>>::count(readings, {tide_2}).to(count_answer)) {
      return rest;
    }
    khora::core::print(
        khora::text(
            highest_answer, " ",
            List<typename khora::core::impl::Iterator<Readings<Row<Cap<"tide", Tide>>>>::Item>::length(
                listed_answer), " ", count_answer));
    Mapped<Readings<Row<Cap<"tide", Tide>>>, Int> state = khora::core::impl::Iterator<Readings<Row<Cap<"tide", Tide>>>>::map<Int>(
        readings, [](Int height) { return height + 1; });
    for (;;) {
      Step<Mapped<Readings<Row<Cap<"tide", Tide>>>, Int>, Int> step;
      if (Rest rest = khora::core::impl::Iterator<Mapped<Readings<Row<Cap<"tide", Tide>>>, Int>>::next(
          state, {tide_2}).to(step)) {
        return rest;
      }
      if (step.is<Step<Mapped<Readings<Row<Cap<"tide", Tide>>>, Int>, Int>::Done>()) break;
      state = step.as<Step<Mapped<Readings<Row<Cap<"tide", Tide>>>, Int>, Int>::Yield>().state;
      khora::core::print(
          khora::text(step.as<Step<Mapped<Readings<Row<Cap<"tide", Tide>>>, Int>, Int>::Yield>().item));
      if (khora::stop_pending()) return khora::stopped;  // loop
    }
  }
  Int highest_answer_2;
  if (Rest rest = highest(Readings<Row<>>{.hour = 0, .read = [](Int hour_3) { return 7 - hour_3; }}, {}).to(highest_answer_2)) {
    return rest;
  }
  khora::core::print(khora::text(highest_answer_2));
  return khora::unit;
}

}  // namespace iterator_with_a_row
