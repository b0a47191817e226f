// Decimal arithmetic (std-json-schema.md): the functions that std/decimal.kh declares without a body. Everything is worked out with
// 512 bits, which the intermediate results (256 bits at most, and twice a remainder) never fill, and checked when it is stored.
#include "khora/decimal.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "khora/core/option.hpp"
#include "khora/core/ordering.hpp"
#include "khora/trap.hpp"

namespace khora::decimal {
namespace {

namespace wide = boost::multiprecision;
using Wide = wide::number<wide::cpp_int_backend<512, 512, wide::signed_magnitude, wide::unchecked, void>, wide::et_off>;

constexpr std::int64_t most_places = 38;  // 10^38 is the largest power of ten below 2^127

const Wide& smallest() {
  static const Wide value = -(Wide(1) << 127);
  return value;
}
const Wide& largest() {
  static const Wide value = (Wide(1) << 127) - 1;
  return value;
}
bool fits(const Wide& digits) { return smallest() <= digits && digits <= largest(); }

Wide power_of_ten(std::int64_t exponent) { return wide::pow(Wide(10), static_cast<unsigned>(exponent)); }

Wide digits_of(const Decimal& number) {
  return (Wide(number.hi.raw()) << 64) + Wide(static_cast<std::uint64_t>(number.lo.raw()));
}

[[noreturn]] void overflow(std::string_view operation) { trap("Decimal " + std::string(operation) + " overflowed"); }

Decimal stored(const Wide& digits, std::int64_t scale, std::string_view operation) {
  if (!fits(digits)) overflow(operation);
  // As two's complement, in two halves.
  const Wide pattern = digits < 0 ? digits + (Wide(1) << 128) : digits;
  const Wide low_half = (Wide(1) << 64) - 1;
  const auto low = static_cast<std::uint64_t>(pattern & low_half);
  const auto high = static_cast<std::uint64_t>(pattern >> 64);
  return Decimal{static_cast<std::int64_t>(high), static_cast<std::int64_t>(low), scale};
}

/// The digits of `number` at a scale that is not smaller than its own.
Wide aligned(const Decimal& number, std::int64_t scale) {
  const std::int64_t places = scale - number.scale.raw();
  if (places > most_places) overflow("rescaling");
  Wide digits = digits_of(number) * power_of_ten(places);
  if (!fits(digits)) overflow("rescaling");
  return digits;
}

std::int64_t larger_scale(const Decimal& a, const Decimal& b) {
  return a.scale > b.scale ? a.scale.raw() : b.scale.raw();
}

/// `quotient` where `remainder` of `divisor` is left over, all of them positive, rounded.
Wide rounded_quotient(const Wide& quotient, const Wide& remainder, const Wide& divisor, const Rounding& how) {
  if (how.is<Rounding::Towards>() || remainder == 0) return quotient;
  const Wide twice = remainder * 2;
  const bool up = twice > divisor || (twice == divisor && (how.is<Rounding::HalfUp>() || (quotient & 1) == 1));
  return up ? Wide(quotient + 1) : quotient;
}

int sign(const Wide& digits) { return digits < 0 ? -1 : digits > 0 ? 1 : 0; }

/// Negative, zero or positive, as the value of `a` is below, equal to or above that of `b`.
int compared(const Decimal& a, const Decimal& b) {
  Wide left = digits_of(a), right = digits_of(b);
  const int left_sign = sign(left), right_sign = sign(right);
  if (left_sign != right_sign || left_sign == 0) return left_sign - right_sign;
  const bool raise_left = a.scale < b.scale;
  const std::int64_t places = raise_left ? b.scale.raw() - a.scale.raw() : a.scale.raw() - b.scale.raw();
  // What is raised by more places than any digits have is the larger one in magnitude.
  if (places > most_places) return raise_left ? left_sign : -left_sign;
  (raise_left ? left : right) *= power_of_ten(places);
  return left < right ? -1 : left > right ? 1 : 0;
}

}  // namespace

Decimal Decimal::at_scale(const Decimal& self, Int scale) {
  if (scale <= self.scale) return self;
  return stored(aligned(self, scale.raw()), scale.raw(), "rescaling");
}

Decimal Decimal::add(const Decimal& self, const Decimal& other) {
  const std::int64_t scale = larger_scale(self, other);
  return stored(aligned(self, scale) + aligned(other, scale), scale, "addition");
}

Decimal Decimal::sub(const Decimal& self, const Decimal& other) {
  const std::int64_t scale = larger_scale(self, other);
  return stored(aligned(self, scale) - aligned(other, scale), scale, "subtraction");
}

Decimal Decimal::mul(const Decimal& self, const Decimal& other) {
  std::int64_t scale = 0;
  if (khora::detail::add_overflows(self.scale.raw(), other.scale.raw(), scale)) overflow("multiplication");
  return stored(digits_of(self) * digits_of(other), scale, "multiplication");
}

Decimal Decimal::quotient(const Decimal& self, const Decimal& other, Int scale, const Rounding& how) {
  const std::int64_t wanted = scale < 0 ? 0 : scale.raw();
  // The scales are not negative, so that the difference cannot overflow and the sum can.
  std::int64_t places = 0;
  if (khora::detail::add_overflows(wanted - self.scale.raw(), other.scale.raw(), places)) overflow("division");
  if (places > most_places || places < -most_places) overflow("division");
  Wide dividend = digits_of(self), divisor = digits_of(other);
  const bool negative = (dividend < 0) != (divisor < 0);
  dividend = wide::abs(dividend);
  divisor = wide::abs(divisor);
  if (places >= 0) {
    dividend *= power_of_ten(places);
  } else {
    divisor *= power_of_ten(-places);
    if ((divisor >> 128) != 0) overflow("division");
  }
  Wide quotient, remainder;
  wide::divide_qr(dividend, divisor, quotient, remainder);
  quotient = rounded_quotient(quotient, remainder, divisor, how);
  return stored(negative ? Wide(-quotient) : quotient, wanted, "division");
}

Int Decimal::truncated(const Decimal& self) {
  if (self.scale > most_places) return 0;
  const Wide whole = digits_of(self) / power_of_ten(self.scale.raw());
  if (whole < std::numeric_limits<std::int64_t>::min() || whole > std::numeric_limits<std::int64_t>::max()) overflow("truncation");
  return static_cast<std::int64_t>(whole);
}

core::Option<Decimal> Decimal::of_string(const String& text) {
  using Option = core::Option<Decimal>;
  std::string_view rest = text.view();
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  Wide digits = 0;
  bool any = false, point = false;
  std::int64_t scale = 0;
  for (const char c : rest) {
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (c < '0' || c > '9') return Option::None{};
    any = true;
    if (point) ++scale;
    digits = digits * 10 + (c - '0');
    // One more than the largest is the magnitude of the smallest.
    if (digits > largest() + 1) return Option::None{};
  }
  if (negative) digits = -digits;
  if (!any || !fits(digits)) return Option::None{};
  return Option::Some{stored(digits, scale, "reading")};
}

core::Ordering Decimal::compare(const Decimal& self, const Decimal& other) {
  const int order = compared(self, other);
  if (order == 0) return core::Ordering::Equal{};
  if (order < 0) return core::Ordering::Less{};
  return core::Ordering::Greater{};
}

String Decimal::write(const Decimal& self) {
  const Wide digits = digits_of(self);
  std::string text = Wide(wide::abs(digits)).str();
  const auto places = static_cast<std::size_t>(self.scale.raw());
  if (places > 0) {
    if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
    text.insert(text.size() - places, 1, '.');
  }
  if (digits < 0) text.insert(0, 1, '-');
  return String(text);
}

}  // namespace khora::decimal
