#include "khora/native/list.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <vector>

#include "khora/core/list.hpp"
#include "khora/core/option.hpp"
#include "khora/core/pair.hpp"
#include "khora/memory.hpp"
#include "khora/native/eq.hpp"
#include "khora/native/ord.hpp"
#include "khora/string.hpp"
#include "text_of.hpp"
#include "trapping.hpp"

using namespace khora;
using core::List;
using Ints = List<Int>;

struct Nest {
  List<Nest> inside;
  static constexpr auto fields = std::tuple{&Nest::inside};
};

namespace {

std::vector<std::int64_t> all_of(const Ints& items) {
  std::vector<std::int64_t> all;
  for (const Int item : items) all.push_back(item.raw());
  return all;
}

using Numbers = std::vector<std::int64_t>;

Ints up_to(std::int64_t count) {
  ListBuilder<Int> list;
  for (std::int64_t n = 0; n < count; ++n) list.add(n);
  return list.finish();
}

std::int64_t shown(const core::Option<Int>& number) {
  return number.is<core::Option<Int>::Some>() ? number.as<core::Option<Int>::Some>().value.raw() : -99;
}

}  // namespace

TEST_CASE("a list looks like a variant of Nil and Cons") {
  const Ints empty = Ints::Nil{};
  const Ints one = Ints::Cons{1, empty};
  CHECK(empty.which() == Ints::Case::Nil);
  CHECK(one.which() == Ints::Case::Cons);
  CHECK(khora::is<Ints::Nil>(empty));
  CHECK(one.as<Ints::Cons>().head == 1);
  CHECK(khora::is<Ints::Nil>(one.as<Ints::Cons>().tail));
  CHECK(empty.if_<Ints::Cons>() == nullptr);
  CHECK(khora::if_<Ints::Cons>(one)->head == 1);
  CHECK(sizeof(Ints) == sizeof(void*));
}

TEST_CASE("literals and builders") {
  CHECK(all_of(Ints::of(1, 2, 3)) == Numbers{1, 2, 3});
  CHECK(all_of(Ints::of()).empty());
  const Ints tail = Ints::of(8, 9);
  ListBuilder<Int> list;
  list.add(1);
  list.add_all(Ints::of(2, 3));
  const Ints whole = list.finish(tail);
  CHECK(all_of(whole) == Numbers{1, 2, 3, 8, 9});
  CHECK(&*std::next(whole.begin(), 3) == &*tail.begin());
}

TEST_CASE("list operations without functions") {
  const Ints list = Ints::of(1, 2, 3, 4);
  CHECK(Ints::is_empty(Ints()));
  CHECK(Ints::length(list) == 4);
  CHECK(shown(Ints::head(list)) == 1);
  CHECK(shown(Ints::head(Ints())) == -99);
  CHECK(shown(Ints::last(list)) == 4);
  CHECK(shown(Ints::last(Ints())) == -99);
  CHECK(shown(Ints::nth(list, 2)) == 3);
  CHECK(shown(Ints::nth(list, 9)) == -99);
  CHECK(shown(Ints::nth(list, -1)) == -99);
  CHECK(all_of(Ints::push(list, 0)) == Numbers{0, 1, 2, 3, 4});
  CHECK(all_of(Ints::concat(list, Ints::of(5))) == Numbers{1, 2, 3, 4, 5});
  CHECK(all_of(Ints::concat(Ints(), list)) == Numbers{1, 2, 3, 4});
  CHECK(all_of(Ints::reverse(list)) == Numbers{4, 3, 2, 1});
  CHECK(all_of(Ints::reverse_onto(list, Ints::of(9))) == Numbers{4, 3, 2, 1, 9});
  CHECK(all_of(Ints::take(list, 2)) == Numbers{1, 2});
  CHECK(all_of(Ints::take(list, 0)).empty());
  CHECK(all_of(Ints::take(list, -1)).empty());
  CHECK(all_of(Ints::take(list, 9)) == Numbers{1, 2, 3, 4});
  CHECK(all_of(Ints::drop(list, 3)) == Numbers{4});
  CHECK(all_of(Ints::drop(list, -1)) == Numbers{1, 2, 3, 4});
  CHECK(all_of(Ints::drop(list, 9)).empty());
  CHECK(Ints::sum(list) == 10);
  CHECK(Ints::sum(Ints()) == 0);
  const core::Halves<Int> halves = Ints::split(Ints::of(1, 2, 3));
  CHECK(all_of(halves.left) == Numbers{1});
  CHECK(all_of(halves.right) == Numbers{2, 3});
  const auto pairs = Ints::zip(list, List<String>::of("a", "b"));
  CHECK(pairs.begin()->value == "a");
  CHECK(std::next(pairs.begin())->key == 2);
  CHECK(std::next(pairs.begin(), 2) == pairs.end());
}

TEST_CASE("list operations with functions that cannot fail") {
  const Ints list = Ints::of(1, 2, 3, 4);
  CHECK(all_of(Ints::map<Int>(list, [](Int n) { return n * 2; }).answer()) == Numbers{2, 4, 6, 8});
  CHECK(Ints::fold(list, Int(0), [](Int acc, Int n) { return acc * 10 + n; }).answer() == 1234);
  CHECK(all_of(Ints::filter(list, [](Int n) { return n % 2 == 0; }).answer()) == Numbers{2, 4});
  CHECK(Ints::any(list, [](Int n) { return n > 3; }).answer());
  CHECK_FALSE(Ints::any(Ints(), [](Int) { return true; }).answer());
  CHECK(Ints::all(Ints(), [](Int) { return false; }).answer());
  CHECK(shown(Ints::find(list, [](Int n) { return n > 1; }).answer()) == 2);
  CHECK(all_of(Ints::flat_map<Int>(list, [](Int n) { return Ints::of(n, n); }).answer()) ==
        Numbers{1, 1, 2, 2, 3, 3, 4, 4});
  const core::Parts<Int> parts = Ints::partition(list, [](Int n) { return n > 2; }).answer();
  CHECK(all_of(parts.kept) == Numbers{3, 4});
  CHECK(all_of(parts.rest) == Numbers{1, 2});
  const auto units = Ints::map<Unit>(list, [](Int) {}).answer();
  CHECK(List<Unit>::length(units) == 4);
}

TEST_CASE("a function that raises ends the walk at once") {
  int calls = 0;
  const std::int64_t before = detail::live_objects();
  {
    auto mapped = Ints::map<String>(Ints::of(1, 2, 3), [&](Int n) -> Tagged<String> {
      ++calls;
      if (n == 2) return khora::stopped;
      return String("x") + "y";
    });
    CHECK_FALSE(mapped.answered());
    CHECK(mapped.rest().stopped());
  }
  CHECK(calls == 2);
  CHECK(detail::live_objects() == before);
}

TEST_CASE("sorting is stable") {
  using core::Ordering;
  const auto by_tens = [](Int a, Int b) -> Ordering { return core::impl::Ord<Int>::cmp(a / 10, b / 10); };
  CHECK(all_of(Ints::sort_by(Ints::of(31, 12, 30, 11, 25, 10), by_tens).answer()) == Numbers{12, 11, 10, 25, 31, 30});
  CHECK(all_of(Ints::sort(Ints::of(3, 1, 2, 1)).answer()) == Numbers{1, 1, 2, 3});
  CHECK(all_of(Ints::sort(Ints()).answer()).empty());
  const auto nonsense = [](Int, Int) -> Ordering { return Ordering::Greater{}; };
  CHECK(Ints::sum(Ints::sort_by(up_to(1000), nonsense).answer()) == 499500);
  ListBuilder<Int> random;
  std::uint64_t state = 1;
  for (int n = 0; n < 5000; ++n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    random.add(static_cast<std::int64_t>(state >> 40));
  }
  const Ints sorted = Ints::sort(random.finish()).answer();
  CHECK(Ints::length(sorted) == 5000);
  CHECK(std::is_sorted(sorted.begin(), sorted.end(), [](Int a, Int b) { return a < b; }));
}

TEST_CASE("the least, the greatest, and membership") {
  CHECK(shown(Ints::min(Ints::of(3, 1, 2)).answer()) == 1);
  CHECK(shown(Ints::max(Ints::of(3, 1, 2)).answer()) == 3);
  CHECK(shown(Ints::min(Ints()).answer()) == -99);
  CHECK(Ints::contains(Ints::of(1, 2), 2).answer());
  CHECK_FALSE(Ints::contains(Ints::of(1, 2), 3).answer());
  CHECK(List<String>::contains(List<String>::of("a", "b"), "b").answer());
}

TEST_CASE("comparing lists") {
  using core::Ordering;
  CHECK(Ints::equals(Ints::of(1, 2), Ints::of(1, 2)).answer());
  CHECK_FALSE(Ints::equals(Ints::of(1, 2), Ints::of(1)).answer());
  CHECK_FALSE(Ints::equals(Ints::of(1), Ints::of(1, 2)).answer());
  CHECK_FALSE(Ints::equals(Ints::of(1), Ints::of(2)).answer());
  CHECK(Ints::compare(Ints::of(1, 2), Ints::of(1, 2, 0)).answer().is<Ordering::Less>());
  CHECK(Ints::compare(Ints::of(2), Ints::of(1, 9, 9)).answer().is<Ordering::Greater>());
  CHECK(Ints::compare(Ints(), Ints()).answer().is<Ordering::Equal>());
}

TEST_CASE("summing traps on overflow") {
  CHECK(trap_of([] { static_cast<void>(Ints::sum(Ints::of(9223372036854775807, 1))); }) == "Int addition overflowed");
}

TEST_CASE("a long list is freed without recursion, and everything of it") {
  const std::int64_t before = detail::live_objects();
  {
    const Ints list = up_to(1000000);
    const List<String> texts = Ints::map<String>(list, [](Int n) { return Int::to_string(n); }).answer();
    CHECK(detail::live_objects() == before + 3000000);
    const List<String> tail = List<String>::drop(texts, 999990);
    CHECK(List<String>::length(tail) == 10);
  }
  CHECK(detail::live_objects() == before);
}

TEST_CASE("lists in lists, nested deeply, are freed without recursion") {
  const std::int64_t before = detail::live_objects();
  {
    Nest nest;
    for (int n = 0; n < 300000; ++n) nest = Nest{List<Nest>::of(std::move(nest))};
  }
  CHECK(detail::live_objects() == before);
}
