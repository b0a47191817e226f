// Rows of capabilities as data, and functions that take them.
#include "khora/row.hpp"

#include <catch2/catch.hpp>

#include "khora/fn_with.hpp"
#include "khora/integer.hpp"

using namespace khora;

namespace {

struct Lamp {
  Int level;
};
struct Sea {
  Int depth;
};
using LampRow = Row<Cap<"lamp", Lamp>>;
using SeaRow = Row<Cap<"sea", Sea>>;

// The order of the labels is that of the row, in whatever order they come.
static_assert(std::is_same_v<Merged<SeaRow, LampRow>, Row<Cap<"lamp", Lamp>, Cap<"sea", Sea>>>);
static_assert(std::is_same_v<Merged<LampRow, Merged<SeaRow, LampRow>>, Row<Cap<"lamp", Lamp>, Cap<"sea", Sea>>>);
static_assert(std::is_same_v<Merged<Row<Cap<"lamps", Lamp>>, LampRow>, Row<Cap<"lamp", Lamp>, Cap<"lamps", Lamp>>>);
static_assert(std::is_same_v<Merged<Row<>, Row<>>, Row<>>);
static_assert(std::is_same_v<FnWith<Int(Int), Merged<SeaRow, LampRow>>, Fn<Int(Int, Lamp, Sea)>>);
static_assert(std::is_same_v<FnWith<Int(), Row<>>, Fn<Int()>>);

/// What a template does that knows only that there is a row.
template <class Ef>
FnWith<Int(Int), Ef> twice(const FnWith<Int(Int), Ef>& function) {
  return needing<Ef>([function](Int n, const Ef& effects) -> Tagged<Int> {
    Int first;
    if (Rest rest = call_with(function, effects, n).to(first)) return rest;
    return call_with(function, effects, first);
  });
}

Int lit(Int n, const Lamp& lamp) { return n + lamp.level; }

}  // namespace

TEST_CASE("rows are merged and taken apart by label") {
  const LampRow lamp{Lamp{2}};
  const SeaRow sea{Sea{7}};
  const auto both = merged(sea, lamp);
  CHECK(the<"lamp">(both).level == 2);
  CHECK(the<"sea">(SeaRow(both)).depth == 7);
  CHECK(the<"lamp">(merged(LampRow{Lamp{5}}, both)).level == 5);
  static_cast<void>(Row<>(both));
}

TEST_CASE("a function takes a row as arguments or as one") {
  const LampRow row{Lamp{10}};
  const FnWith<Int(Int), LampRow> function = twice<LampRow>(lit);
  CHECK(call_with(function, row, Int(1)).answer() == 21);
  CHECK(function(1, Lamp{3}).answer() == 7);
  CHECK(call_with(lit, row, Int(4)).answer() == 14);
  CHECK(twice<Row<>>([](Int n) { return n * 3; })(2).answer() == 18);
  const auto without = needing<Row<>>([](const Row<>&) { return Int(1); });
  static_assert(std::is_empty_v<decltype(without)>);
  CHECK(call_with(without, Row<>()).answer() == 1);
}
