#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "khora/core/option.hpp"
#include "khora/scalars.hpp"
#include "khora/string.hpp"
#include "text_of.hpp"

using namespace khora;

TEST_CASE("a Float shows in the shortest positional text") {
  CHECK(FloatMethods::to_string(1.5) == "1.5");
  CHECK(FloatMethods::to_string(0.1) == "0.1");
  CHECK(FloatMethods::to_string(1.0) == "1");
  CHECK(FloatMethods::to_string(-0.0) == "-0");
  CHECK(FloatMethods::to_string(1e21) == "1000000000000000000000");
  CHECK(FloatMethods::to_string(1e-7) == "0.0000001");
  CHECK(FloatMethods::to_string(1e22) == "10000000000000000000000");
  CHECK(FloatMethods::to_string(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(FloatMethods::to_string(-std::numeric_limits<double>::infinity()) == "-inf");
  CHECK(FloatMethods::to_string(std::nan("")) == "NaN");
  CHECK(FloatMethods::to_string(1e40) == "?");
  CHECK(FloatMethods::to_string(1e-31) == "?");
  CHECK(FloatMethods::to_string(1e-30) == "0.000000000000000000000000000001");
  CHECK(FloatMethods::to_string(1e31) == "9999999999999999635896294965248");
}

TEST_CASE("a Float with fixed places is rounded from its exact expansion") {
  CHECK(FloatMethods::to_fixed(2.5, 0) == "2");
  CHECK(FloatMethods::to_fixed(0.125, 2) == "0.12");
  CHECK(FloatMethods::to_fixed(1.005, 2) == "1.00");
  CHECK(FloatMethods::to_fixed(3.0, 2) == "3.00");
  CHECK(FloatMethods::to_fixed(0.1, 99) == "0.100000000000000005551115123126");
  CHECK(FloatMethods::to_fixed(1.75, -4) == "2");
  CHECK(FloatMethods::to_fixed(std::nan(""), 2) == "NaN");
  CHECK(FloatMethods::to_fixed(-std::numeric_limits<double>::infinity(), 2) == "-inf");
  CHECK(String::byte_length(FloatMethods::to_fixed(1e308, 30)) == 340);
}

TEST_CASE("a Float becomes an Int by truncation, saturating") {
  CHECK(FloatMethods::to_int(2.9) == 2);
  CHECK(FloatMethods::to_int(-2.9) == -2);
  CHECK(FloatMethods::to_int(1e300) == std::numeric_limits<std::int64_t>::max());
  CHECK(FloatMethods::to_int(-1e300) == std::numeric_limits<std::int64_t>::min());
  CHECK(FloatMethods::to_int(std::nan("")) == 0);
}

TEST_CASE("reading a Float") {
  using Option = core::Option<double>;
  const auto read = [](const String& text) {
    const Option number = FloatMethods::of_string(text);
    return number.is<Option::Some>() ? number.as<Option::Some>().value : std::nan("");
  };
  CHECK(read("0.5") == 0.5);
  CHECK(read("-12.25") == -12.25);
  CHECK(read("1e3") == 1000.0);
  CHECK(read("1.5E-2") == 0.015);
  CHECK(read("2e+1") == 20.0);
  CHECK(read("007") == 7.0);
  CHECK_FALSE(std::signbit(read("-0")));
  CHECK(std::isinf(read("1e999999999999")));
  CHECK(read("1e-999999999999") == 0.0);
  for (const String& text : {String(""), String("-"), String("+1"), String(".5"), String("1."), String("1e"), String("1e+"),
                             String(" 1"), String("1 "), String("inf"), String("nan"), String("1_0"), String("0x1")}) {
    CHECK(FloatMethods::of_string(text).is<Option::None>());
  }
}

TEST_CASE("a Bool as text") {
  CHECK(BoolMethods::to_string(true) == "true");
  CHECK(BoolMethods::to_string(false) == "false");
}
