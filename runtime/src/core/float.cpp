#include <charconv>
#include <string_view>

#include "khora/core/option.hpp"
#include "khora/scalars.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace khora {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads digits as a `Float`, one at a time, and answers whether there was one.
bool read_digits(std::string_view& rest, double& value, double& scale) {
  bool any = false;
  while (!rest.empty() && is_digit(rest.front())) {
    value = value * 10.0 + static_cast<double>(rest.front() - '0');
    scale = scale * 10.0;
    rest.remove_prefix(1);
    any = true;
  }
  return any;
}

bool take(std::string_view& rest, char c) {
  if (rest.empty() || rest.front() != c) return false;
  rest.remove_prefix(1);
  return true;
}

}  // namespace

String BoolMethods::to_string(bool self) { return self ? String("true") : String("false"); }

String FloatMethods::to_string(double self) { return text(self); }

String FloatMethods::to_fixed(double self, Int places) {
  if (self != self || self - self != 0) return text(self);
  const std::int64_t clamped = places < 0 ? 0 : places > 30 ? 30 : places.raw();
  char digits[400];  // 309 digits before the point, 30 after it
  const auto end =
      std::to_chars(digits, digits + sizeof digits, self, std::chars_format::fixed, static_cast<int>(clamped)).ptr;
  return String(std::string_view(digits, static_cast<std::size_t>(end - digits)));
}

// In `Float` arithmetic and not correctly rounded, as the library specifies (std-core.md 8): programs may depend on the digits.
core::Option<double> FloatMethods::of_string(const String& text) {
  using Option = core::Option<double>;
  std::string_view rest = text.view();
  const bool negative = take(rest, '-');
  double value = 0.0, scale = 1.0;
  if (!read_digits(rest, value, scale)) return Option::None{};
  if (take(rest, '.')) {
    double fraction = 0.0;
    scale = 1.0;
    if (!read_digits(rest, fraction, scale)) return Option::None{};
    // More than 308 digits: both have left the range of a Float, and the digits no longer matter.
    if (scale - scale == 0) value = value + fraction / scale;
  }
  if (take(rest, 'e') || take(rest, 'E')) {
    const bool down = take(rest, '-');
    if (!down) take(rest, '+');
    int exponent = 0;
    if (rest.empty()) return Option::None{};
    for (; !rest.empty(); rest.remove_prefix(1)) {
      if (!is_digit(rest.front())) return Option::None{};
      if (exponent < 400) exponent = exponent * 10 + (rest.front() - '0');
    }
    if (exponent > 400) exponent = 400;
    double power = 1.0;
    for (int at = 0; at < exponent; ++at) power = power * 10.0;
    value = down ? value / power : value * power;
  }
  if (!rest.empty()) return Option::None{};
  // Subtracted, so that "-0" is positive zero.
  return Option::Some{negative ? 0.0 - value : value};
}

}  // namespace khora
