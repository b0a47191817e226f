#include "khora/integer.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "khora/core/option.hpp"
#include "khora/tagged.hpp"
#include "khora/text.hpp"
#include "text_of.hpp"
#include "trapping.hpp"

using khora::Int;
using namespace khora;

namespace {
constexpr Int most = std::numeric_limits<std::int64_t>::max();
constexpr Int least = std::numeric_limits<std::int64_t>::min();

// The optimizer must not see through a value, or it may warn about what a test does on purpose.
template <class T>
T opaque(T value) {
  volatile typename T::Raw raw = value.raw();
  return T(static_cast<typename T::Raw>(raw));
}
}  // namespace

TEST_CASE("an Int stays in a register, and a tagged one in two") {
  STATIC_REQUIRE(sizeof(Int) == 8);
  STATIC_REQUIRE(std::is_trivially_copyable_v<Int>);
  STATIC_REQUIRE(sizeof(Tagged<Int>) == 16);
  STATIC_REQUIRE(std::is_trivially_copyable_v<Tagged<Int>>);
  STATIC_REQUIRE(sizeof(U8) == 1);
}

TEST_CASE("integer arithmetic reads as arithmetic") {
  Int n = 3;
  CHECK(n + 1 == 4);
  CHECK(2 * n - 1 == 5);
  CHECK(-n == -3);
  CHECK(n < 4);
  CHECK(4 > n);
  CHECK(n != 4);
  const Int negative = 0 - 9;
  CHECK(negative / 4 == -2);
  CHECK(negative % 4 == -1);
  CHECK(Int(17) % -5 == 2);
  STATIC_REQUIRE(Int(6) * 7 == 42);
}

TEST_CASE("arithmetic that does not fit is a trap") {
  CHECK(trap_of([] { static_cast<void>(opaque(most) + 1); }) == "Int addition overflowed");
  CHECK(trap_of([] { static_cast<void>(opaque(least) - 1); }) == "Int subtraction overflowed");
  CHECK(trap_of([] { static_cast<void>(opaque(most) * 2); }) == "Int multiplication overflowed");
  CHECK(trap_of([] { static_cast<void>(-opaque(least)); }) == "Int negation overflowed");
  CHECK(trap_of([] { static_cast<void>(opaque(least) / -1); }) == "Int division overflowed");
  CHECK(trap_of([] { static_cast<void>(opaque(least) % -1); }) == "Int remainder overflowed");
  CHECK(trap_of([] { static_cast<void>(opaque(Int(1)) / 0); }) == "Int division by zero");
  CHECK(trap_of([] { static_cast<void>(opaque(Int(1)) % 0); }) == "Int remainder by zero");
  CHECK(trap_of([] { static_cast<void>(opaque(U8(255)) + 1); }) == "U8 addition overflowed");
  CHECK(trap_of([] { static_cast<void>(opaque(U8(0)) - 1); }) == "U8 subtraction overflowed");
  CHECK(trap_of([] { static_cast<void>(opaque(I8(-128)) - 1); }) == "I8 subtraction overflowed");
  CHECK(trap_of([] { static_cast<void>(opaque(U16(256)) * 256); }) == "U16 multiplication overflowed");
  CHECK(trap_of([] { static_cast<void>(opaque(U32(65536)) * 65536); }) == "U32 multiplication overflowed");
  CHECK(trap_of([] { static_cast<void>(opaque(I32(46341)) * 46341); }) == "I32 multiplication overflowed");
  CHECK(trap_of([] { static_cast<void>(opaque(U64(4294967296)) * 4294967296); }) == "U64 multiplication overflowed");
  CHECK(trap_of([] { static_cast<void>(opaque(I16(5)) / 0); }) == "I16 division by zero");
}

TEST_CASE("results at the limits are not traps") {
  CHECK(most + 0 == most);
  CHECK((least + 1) * -1 == most);
  CHECK(most - most == 0);
  CHECK(U8(200) + 55 == 255);
  CHECK(U64(18446744073709551615U) - 1 == U64(18446744073709551614U));
}

TEST_CASE("a C++ integer that does not fit is a trap") {
  volatile int large = 300;
  CHECK(trap_of([&] { static_cast<void>(U8(static_cast<int>(large))); }) == "300 does not fit U8");
  volatile int negative = -1;
  CHECK(trap_of([&] { static_cast<void>(U64(static_cast<int>(negative))); }) == "-1 does not fit U64");
}

TEST_CASE("conversions between widths") {
  CHECK(U8::of(200) == 200);
  CHECK(trap_of([] { static_cast<void>(U8::of(256)); }) == "256 does not fit U8");
  CHECK(trap_of([] { static_cast<void>(I8::of(-129)); }) == "-129 does not fit I8");
  CHECK(U8::wrapping(700) == 188);
  CHECK(I8::wrapping(150) == -106);
  CHECK(U16::wrapping(-3) == 65533);
  CHECK(U8::to_int(200) == 200);
  CHECK(trap_of([] { static_cast<void>(U64::to_int(18446744073709551615U)); }) ==
        "U64 18446744073709551615 does not fit Int");
  CHECK(U64::wrapping_to_int(18446744073709551615U) == -1);
}

TEST_CASE("wrapping arithmetic, bits and shifts") {
  CHECK(Int::wrapping_add(most, 1) == least);
  CHECK(Int::wrapping_sub(least, 1) == most);
  CHECK(Int::wrapping_mul(most, 2) == -2);
  CHECK(U8::wrapping_add(250, 10) == 4);
  CHECK(U8::wrapping_mul(200, 3) == 88);
  CHECK(U16::wrapping_mul(65535, 65535) == 1);
  CHECK(Int::xor_(12, 10) == 6);
  CHECK(Int::and_(12, 10) == 8);
  CHECK(Int::or_(12, 10) == 14);
  CHECK(Int::shl(1, 63) == least);
  CHECK(Int::shl(1, 64) == 1);
  CHECK(Int::shr(-8, 1) == -4);
  CHECK(U8::shl(129, 1) == 2);
  CHECK(U8::shr(200, 1) == 100);
  CHECK(U8::shr(200, 9) == 100);
  CHECK(I8::shr(-100, 1) == -50);
}

TEST_CASE("reading and showing an Int") {
  CHECK(Int::to_string(least) == "-9223372036854775808");
  CHECK(Int::to_string(0) == "0");
  const auto read = [](const String& text) -> std::string {
    const auto number = Int::of_string(text);
    return khora::is<core::Option<Int>::None>(number)
               ? "none"
               : std::to_string(khora::as<core::Option<Int>::Some>(number).value.raw());
  };
  CHECK(read("007") == "7");
  CHECK(read("-0") == "0");
  CHECK(read("-9223372036854775808") == "-9223372036854775808");
  CHECK(read("9223372036854775807") == "9223372036854775807");
  for (const String& text : {String("9223372036854775808"), String(""), String("-"), String("+1"), String(" 1"),
                             String("1 "), String("1_0"), String("0x1"), String("--1"), String("1\0")}) {
    CHECK(read(text) == "none");
  }
  CHECK(text(U64(9223372036854775807), " ", I8(-7), " ", U8(200)) == "9223372036854775807 -7 200");
  CHECK(Int::to_float(3) == 3.0);
}
