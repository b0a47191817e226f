#include "khora/native/array.hpp"

#include <catch2/catch.hpp>

#include "khora/memory.hpp"
#include "khora/native/ord.hpp"
#include "khora/string.hpp"
#include "text_of.hpp"
#include "trapping.hpp"

using namespace khora;
using core::Array;
using Ints = Array<Int>;

TEST_CASE("an array is changed in place, through every name") {
  const Ints array = Ints::new_(4, 0);
  const Ints other = array;
  Ints::set(other, 3, 40);
  CHECK(Ints::get(array, 3) == 40);
  CHECK(Ints::length(array) == 4);
  CHECK(Ints::length(Ints::empty()) == 0);
}

TEST_CASE("an index outside an array is a trap") {
  const Ints array = Ints::new_(4, 0);
  CHECK(trap_of([&] { static_cast<void>(Ints::get(array, 4)); }) == "index 4 is outside an array of 4");
  CHECK(trap_of([&] { static_cast<void>(Ints::get(array, -1)); }) == "index -1 is outside an array of 4");
  CHECK(trap_of([&] { Ints::set(array, 9, 1); }) == "index 9 is outside an array of 4");
  CHECK(trap_of([&] { static_cast<void>(Ints::get(Ints(), 0)); }) == "index 0 is outside an array of 0");
  CHECK(trap_of([&] { static_cast<void>(Ints::new_(-1, 0)); }) == "an array cannot have -1 elements");
}

TEST_CASE("arrays from a function") {
  const Ints squares = Ints::from_fn(4, [](Int n) { return n * n; }).answer();
  CHECK(Ints::get(squares, 3) == 9);
  CHECK(Ints::length(Ints::from_fn(0, [](Int n) { return n; }).answer()) == 0);
  const std::int64_t before = detail::live_objects();
  {
    auto partial = Array<String>::from_fn(4, [](Int n) -> Tagged<String> {
      if (n == 2) return khora::stopped;
      return Int::to_string(n);
    });
    CHECK_FALSE(partial.answered());
  }
  CHECK(detail::live_objects() == before);
}

TEST_CASE("sorting an array") {
  const Ints array = Ints::from_fn(6, [](Int n) { return (n * 7) % 6; }).answer();
  REQUIRE(Ints::sort_by(array, [](Int a, Int b) { return core::impl::Ord<Int>::cmp(a, b); }).answered());
  for (int n = 0; n < 6; ++n) CHECK(Ints::get(array, n) == n);
  const auto stops = [](Int, Int) -> Tagged<core::Ordering> { return khora::stopped; };
  CHECK_FALSE(Ints::sort_by(array, stops).answered());
  for (int n = 0; n < 6; ++n) CHECK(Ints::get(array, n) == n);
}

TEST_CASE("an array of which the front is in use") {
  const Ints array = Ints::extended(Ints::from_fn(3, [](Int n) { return 3 - n; }).answer(), 6, 9);
  CHECK(Ints::length(array) == 6);
  CHECK(Ints::at_within(array, 2, 3) == 1);
  CHECK(trap_of([&] { static_cast<void>(Ints::at_within(array, 3, 3)); }) == "index 3 is outside a vector of 3");
  REQUIRE(Ints::sort_first(array, 3, [](Int a, Int b) { return core::impl::Ord<Int>::cmp(a, b); }).answered());
  CHECK(Ints::get(array, 0) == 1);
  CHECK(Ints::get(array, 5) == 9);
}

TEST_CASE("prefixes and block moves") {
  using Bytes = Array<U8>;
  const Bytes bytes = Bytes::from_fn(5, [](Int n) { return U8::of(n); }).answer();
  CHECK(Bytes::length(Bytes::prefix(bytes, 3)) == 3);
  CHECK(Bytes::length(Bytes::prefix(bytes, -3)) == 0);
  CHECK(Bytes::length(Bytes::prefix(bytes, 30)) == 5);
  Bytes::copy_into(bytes, 0, bytes, 1, 4);
  CHECK(Bytes::get(bytes, 4) == 3);
  CHECK(Bytes::get(bytes, 1) == 0);
  Bytes::copy_into(bytes, 5, bytes, 5, 0);
  CHECK(trap_of([&] { Bytes::copy_into(bytes, 2, bytes, 0, 4); }) == "a range of 4 from 2 is outside an array of 5");
  CHECK(trap_of([&] { Bytes::copy_into(bytes, 0, bytes, 6, 0); }) == "a range of 0 from 6 is outside an array of 5");
}

TEST_CASE("UTF-8 is recognized exactly") {
  const auto utf8 = [](std::initializer_list<int> values) {
    const Array<U8> bytes = Array<U8>::new_(static_cast<std::int64_t>(values.size()), 0);
    Int at = 0;
    for (const int value : values) {
      Array<U8>::set(bytes, at, value);
      at = at + 1;
    }
    return Array<U8>::is_utf8(bytes);
  };
  CHECK(utf8({}));
  CHECK(utf8({0x41, 0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x90, 0x8C}));
  CHECK_FALSE(utf8({0x80}));
  CHECK_FALSE(utf8({0xC3}));
  CHECK_FALSE(utf8({0xC0, 0xAF}));
  CHECK_FALSE(utf8({0xE0, 0x9F, 0x80}));
  CHECK_FALSE(utf8({0xED, 0xA0, 0x80}));
  CHECK_FALSE(utf8({0xF0, 0x8F, 0x80, 0x80}));
  CHECK_FALSE(utf8({0xF4, 0x90, 0x80, 0x80}));
  CHECK_FALSE(utf8({0xF5, 0x80, 0x80, 0x80}));
  CHECK_FALSE(utf8({0xE2, 0x82}));
}

TEST_CASE("lending an array") {
  const Ints array = Ints::from_fn(3, [](Int n) { return n + 1; }).answer();
  const auto second = Ints::with_data<Int>(array, [](Ptr data, Int count) -> Int {
    return Int(static_cast<const std::int64_t*>(data.raw())[1]) * count;
  });
  CHECK(Tagged<Int>(second).answer() == 6);
}
