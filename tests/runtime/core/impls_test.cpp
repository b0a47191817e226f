// The impls of the built-in types.
#include <catch2/catch.hpp>

#include "khora/native/eq.hpp"
#include "khora/native/hash.hpp"
#include "khora/native/ord.hpp"
#include "khora/native/show.hpp"
#include "text_of.hpp"
#include "trapping.hpp"

using namespace khora;
using core::Ordering;
namespace impl = core::impl;

TEST_CASE("equality of built-in types") {
  CHECK(impl::Eq<Int>::eq(1, 1));
  CHECK_FALSE(impl::Eq<String>::eq("a", "b"));
  CHECK(impl::Eq<Unit>::eq(unit, unit));
  using Pair = Tuple<Int, String>;
  CHECK(impl::Eq<Pair>::eq(Pair{1, "a"}, Pair{1, "a"}).answer());
  CHECK_FALSE(impl::Eq<Pair>::eq(Pair{1, "a"}, Pair{1, "b"}).answer());
}

TEST_CASE("order of built-in types") {
  CHECK(impl::Ord<Int>::cmp(1, 2).is<Ordering::Less>());
  CHECK(impl::Ord<U8>::cmp(3, 2).is<Ordering::Greater>());
  CHECK(impl::Ord<Char>::cmp(U'Z', U'a').is<Ordering::Less>());
  CHECK(impl::Ord<String>::cmp("a", "ab").is<Ordering::Less>());
  using Pair = Tuple<Int, String>;
  CHECK(impl::Ord<Pair>::cmp(Pair{1, "b"}, Pair{1, "a"}).answer().is<Ordering::Greater>());
  CHECK(impl::Ord<Pair>::cmp(Pair{1, "b"}, Pair{2, "a"}).answer().is<Ordering::Less>());
  CHECK(impl::Ord<Unit>::cmp(unit, unit).is<Ordering::Equal>());
}

TEST_CASE("hashes of built-in types") {
  CHECK(impl::Hash<Int>::hash(-5) == -5);
  CHECK(impl::Hash<U8>::hash(200) == 200);
  CHECK(trap_of([] { static_cast<void>(impl::Hash<U64>::hash(18446744073709551615U)); }) ==
        "U64 18446744073709551615 does not fit Int");
  CHECK(impl::Hash<bool>::hash(true) == 1);
  CHECK(impl::Hash<Char>::hash(U'a') == 97);
  CHECK(impl::Hash<String>::hash("") == 2166136261);
  CHECK(impl::Hash<String>::hash("a") == 3826002220);
  CHECK(impl::Hash<String>::hash("foobar") == 3214735720);
}

TEST_CASE("texts of built-in types") {
  CHECK(impl::Show<Int>::show(-7) == "-7");
  CHECK(impl::Show<double>::show(1.0) == "1");
  CHECK(impl::Show<Char>::show(U'é') == "é");
  CHECK(impl::Show<Unit>::show(unit) == "()");
  using Pair = Tuple<Int, String>;
  CHECK(impl::Show<Pair>::show(Pair{1, "a"}).answer() == "(1, a)");
  using One = Tuple<Int>;
  CHECK(impl::Show<One>::show(One{1}).answer() == "(1,)");
  CHECK(trap_of([] { static_cast<void>(impl::Show<U64>::show(18446744073709551615U)); }) ==
        "U64 18446744073709551615 does not fit Int");
}
