// `Int` and the fixed-width integers: machine integers whose arithmetic traps instead of wrapping (syntax-and-types.md 9.1).
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "khora/core_fwd.hpp"
#include "khora/count.hpp"

// Inlined even without optimization, so that a debug build steps over `a + b` as over built-in arithmetic.
#if defined(__GNUC__)
#define KHORA_DETAIL_INLINE [[gnu::always_inline]]
#define KHORA_DETAIL_HAS_OVERFLOW_BUILTINS 1
#else
#define KHORA_DETAIL_INLINE
#define KHORA_DETAIL_HAS_OVERFLOW_BUILTINS 0
#endif

namespace khora {

class String;

namespace detail {

enum class IntegerKind : std::uint8_t { i64, i8, i16, i32, u8, u16, u32, u64 };
enum class Operation : std::uint8_t { addition, subtraction, multiplication, division, remainder, negation };

[[noreturn]] KHORA_DETAIL_COLD void trap_overflow(IntegerKind kind, Operation operation);
[[noreturn]] KHORA_DETAIL_COLD void trap_by_zero(IntegerKind kind, Operation operation);
/// A number that does not fit the type it is converted to.
[[noreturn]] KHORA_DETAIL_COLD void trap_unfit(IntegerKind kind, std::int64_t value);
[[noreturn]] KHORA_DETAIL_COLD void trap_too_large_for_int(std::uint64_t value);

template <class T>
constexpr IntegerKind integer_kind() {
  if constexpr (std::is_signed_v<T>) {
    return sizeof(T) == 8   ? IntegerKind::i64
           : sizeof(T) == 4 ? IntegerKind::i32
           : sizeof(T) == 2 ? IntegerKind::i16
                            : IntegerKind::i8;
  } else {
    return sizeof(T) == 8   ? IntegerKind::u64
           : sizeof(T) == 4 ? IntegerKind::u32
           : sizeof(T) == 2 ? IntegerKind::u16
                            : IntegerKind::u8;
  }
}

/// The integer types of C++ that hold numbers.
template <class C>
concept CInteger = std::integral<C> && !std::same_as<C, bool> && !std::same_as<C, char> && !std::same_as<C, wchar_t> &&
                   !std::same_as<C, char8_t> && !std::same_as<C, char16_t> && !std::same_as<C, char32_t>;

/// Whether `value` is a value of `T`.
template <class T, class C>
KHORA_DETAIL_INLINE constexpr bool fits(C value) {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_signed_v<T> == std::is_signed_v<C>) {
    return value >= Limits::min() && value <= Limits::max();
  } else if constexpr (std::is_signed_v<C>) {
    return value >= 0 && static_cast<std::make_unsigned_t<C>>(value) <= Limits::max();
  } else {
    return value <= static_cast<std::make_unsigned_t<T>>(Limits::max());
  }
}

// Each stores the wrapped result and answers whether the exact one does not fit. The portable forms never divide, which costs
// five times as much.

template <class T>
KHORA_DETAIL_INLINE constexpr bool add_overflows(T a, T b, T& sum) {
#if KHORA_DETAIL_HAS_OVERFLOW_BUILTINS
  return __builtin_add_overflow(a, b, &sum);
#else
  using U = std::make_unsigned_t<T>;
  const U wrapped = static_cast<U>(static_cast<U>(a) + static_cast<U>(b));
  sum = static_cast<T>(wrapped);
  if constexpr (std::is_signed_v<T>) {
    return static_cast<T>((wrapped ^ static_cast<U>(a)) & (wrapped ^ static_cast<U>(b))) < 0;
  } else {
    return wrapped < a;
  }
#endif
}

template <class T>
KHORA_DETAIL_INLINE constexpr bool sub_overflows(T a, T b, T& difference) {
#if KHORA_DETAIL_HAS_OVERFLOW_BUILTINS
  return __builtin_sub_overflow(a, b, &difference);
#else
  using U = std::make_unsigned_t<T>;
  const U wrapped = static_cast<U>(static_cast<U>(a) - static_cast<U>(b));
  difference = static_cast<T>(wrapped);
  if constexpr (std::is_signed_v<T>) {
    return static_cast<T>((static_cast<U>(a) ^ static_cast<U>(b)) & (static_cast<U>(a) ^ wrapped)) < 0;
  } else {
    return a < b;
  }
#endif
}

#if !KHORA_DETAIL_HAS_OVERFLOW_BUILTINS
/// The upper half of the product of two 64-bit numbers.
constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t a_low = a & 0xffffffff, a_high = a >> 32, b_low = b & 0xffffffff, b_high = b >> 32;
  const std::uint64_t low = a_low * b_low;
  const std::uint64_t middle = a_high * b_low + (low >> 32);
  const std::uint64_t other = a_low * b_high + (middle & 0xffffffff);
  return a_high * b_high + (middle >> 32) + (other >> 32);
}
#endif

template <class T>
KHORA_DETAIL_INLINE constexpr bool mul_overflows(T a, T b, T& product) {
#if KHORA_DETAIL_HAS_OVERFLOW_BUILTINS
  return __builtin_mul_overflow(a, b, &product);
#else
  if constexpr (sizeof(T) < 8) {
    const std::int64_t exact = static_cast<std::int64_t>(a) * static_cast<std::int64_t>(b);
    product = static_cast<T>(exact);
    if constexpr (std::is_same_v<T, std::uint32_t>) {
      return static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b) > std::numeric_limits<T>::max();
    }
    return exact != static_cast<std::int64_t>(product);
  } else if constexpr (std::is_signed_v<T>) {
    const std::uint64_t wrapped = static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
    product = static_cast<T>(wrapped);
    if (a == static_cast<std::int32_t>(a) && b == static_cast<std::int32_t>(b)) return false;
    std::uint64_t high = multiply_high(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
    if (a < 0) high -= static_cast<std::uint64_t>(b);
    if (b < 0) high -= static_cast<std::uint64_t>(a);
    return high != (product < 0 ? ~std::uint64_t{0} : 0);
  } else {
    product = a * b;
    return multiply_high(a, b) != 0;
  }
#endif
}

}  // namespace detail

/// An integer of the width of `T`. Arithmetic whose exact result does not fit is a trap, in every build.
///
/// C++ integers convert implicitly, so that `n + 1` and `n < 2` read as they should; one that does not fit is a trap, and a
/// compile error where it is a constant. The operations of the type are static members (`Int::to_string(n)`).
template <class T>
class Integer {
 public:
  using Raw = T;

  constexpr Integer() = default;
  template <detail::CInteger C>
  KHORA_DETAIL_INLINE constexpr Integer(C value) : value_(static_cast<T>(value)) {
    if constexpr (!std::same_as<C, T>) {
      if (!detail::fits<T>(value)) detail::trap_unfit(kind, static_cast<std::int64_t>(value));
    }
  }

  /// The machine integer.
  KHORA_DETAIL_INLINE constexpr T raw() const { return value_; }

  KHORA_DETAIL_INLINE friend constexpr Integer operator+(Integer a, Integer b) {
    T sum{};
    if (detail::add_overflows(a.value_, b.value_, sum)) overflow(detail::Operation::addition);
    return sum;
  }
  KHORA_DETAIL_INLINE friend constexpr Integer operator-(Integer a, Integer b) {
    T difference{};
    if (detail::sub_overflows(a.value_, b.value_, difference)) overflow(detail::Operation::subtraction);
    return difference;
  }
  KHORA_DETAIL_INLINE friend constexpr Integer operator*(Integer a, Integer b) {
    T product{};
    if (detail::mul_overflows(a.value_, b.value_, product)) overflow(detail::Operation::multiplication);
    return product;
  }
  /// Truncates toward zero.
  KHORA_DETAIL_INLINE friend constexpr Integer operator/(Integer a, Integer b) {
    check_divisor(a, b, detail::Operation::division);
    return static_cast<T>(a.value_ / b.value_);
  }
  /// Has the sign of the dividend.
  KHORA_DETAIL_INLINE friend constexpr Integer operator%(Integer a, Integer b) {
    check_divisor(a, b, detail::Operation::remainder);
    return static_cast<T>(a.value_ % b.value_);
  }
  KHORA_DETAIL_INLINE friend constexpr Integer operator-(Integer a)
    requires(std::is_signed_v<T>)
  {
    if (a.value_ == std::numeric_limits<T>::min()) overflow(detail::Operation::negation);
    return static_cast<T>(-a.value_);
  }

  KHORA_DETAIL_INLINE friend constexpr bool operator==(Integer a, Integer b) { return a.value_ == b.value_; }
  KHORA_DETAIL_INLINE friend constexpr bool operator!=(Integer a, Integer b) { return a.value_ != b.value_; }
  KHORA_DETAIL_INLINE friend constexpr bool operator<(Integer a, Integer b) { return a.value_ < b.value_; }
  KHORA_DETAIL_INLINE friend constexpr bool operator<=(Integer a, Integer b) { return a.value_ <= b.value_; }
  KHORA_DETAIL_INLINE friend constexpr bool operator>(Integer a, Integer b) { return a.value_ > b.value_; }
  KHORA_DETAIL_INLINE friend constexpr bool operator>=(Integer a, Integer b) { return a.value_ >= b.value_; }

  // ---- every integer type (std-core.md 7.3, 7.4) --------------------------------------------------------------------------

  static constexpr Integer wrapping_add(Integer self, Integer other) {
    return static_cast<T>(self.bits() + other.bits());
  }
  static constexpr Integer wrapping_sub(Integer self, Integer other) {
    return static_cast<T>(self.bits() - other.bits());
  }
  static constexpr Integer wrapping_mul(Integer self, Integer other) {
    // Widened, because two 16-bit operands would be multiplied as signed `int`.
    return static_cast<T>(static_cast<std::uint64_t>(self.bits()) * static_cast<std::uint64_t>(other.bits()));
  }
  static constexpr Integer xor_(Integer self, Integer other) { return static_cast<T>(self.value_ ^ other.value_); }
  static constexpr Integer and_(Integer self, Integer other) { return static_cast<T>(self.value_ & other.value_); }
  static constexpr Integer or_(Integer self, Integer other) { return static_cast<T>(self.value_ | other.value_); }
  /// The count is masked to the width, here and in `shr`.
  static constexpr Integer shl(Integer self, Integer other) {
    return static_cast<T>(static_cast<std::uint64_t>(self.bits()) << other.shift_count());
  }
  /// Arithmetic for signed types, logical for unsigned ones.
  static constexpr Integer shr(Integer self, Integer other) {
    return static_cast<T>(self.value_ >> other.shift_count());
  }

  // ---- `Int` alone ----------------------------------------------------------------------------------------------------------

  static constexpr double to_float(Integer self)
    requires(std::same_as<T, std::int64_t>)
  {
    return static_cast<double>(self.value_);
  }
  static String to_string(Integer self);
  static core::Option<Integer> of_string(const String& text);

  // ---- the fixed-width types --------------------------------------------------------------------------------------------------

  /// The same number; a trap when it does not fit.
  static constexpr Integer of(Integer<std::int64_t> value)
    requires(!std::same_as<T, std::int64_t>)
  {
    return value.raw();
  }
  /// The low bits.
  static constexpr Integer wrapping(Integer<std::int64_t> value)
    requires(!std::same_as<T, std::int64_t>)
  {
    return static_cast<T>(value.raw());
  }
  /// The same number; a trap for a `U64` that is too large.
  static constexpr Integer<std::int64_t> to_int(Integer self)
    requires(!std::same_as<T, std::int64_t>)
  {
    if constexpr (std::same_as<T, std::uint64_t>) {
      if (self.value_ > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        detail::trap_too_large_for_int(self.value_);
      }
    }
    return static_cast<std::int64_t>(self.value_);
  }
  /// The same bits.
  static constexpr Integer<std::int64_t> wrapping_to_int(Integer self)
    requires(std::same_as<T, std::uint64_t>)
  {
    return static_cast<std::int64_t>(self.value_);
  }

 private:
  using Unsigned = std::make_unsigned_t<T>;
  static constexpr detail::IntegerKind kind = detail::integer_kind<T>();

  [[noreturn]] static void overflow(detail::Operation operation) { detail::trap_overflow(kind, operation); }
  KHORA_DETAIL_INLINE static constexpr void check_divisor(Integer a, Integer b, detail::Operation operation) {
    if (b.value_ == 0) detail::trap_by_zero(kind, operation);
    if constexpr (std::is_signed_v<T>) {
      if (b.value_ == -1 && a.value_ == std::numeric_limits<T>::min()) overflow(operation);
    }
  }
  constexpr Unsigned bits() const { return static_cast<Unsigned>(value_); }
  constexpr unsigned shift_count() const {
    return static_cast<unsigned>(bits()) & static_cast<unsigned>(sizeof(T) * 8 - 1);
  }

  T value_ = 0;
};

using Int = Integer<std::int64_t>;
using I64 = Int;
using I8 = Integer<std::int8_t>;
using I16 = Integer<std::int16_t>;
using I32 = Integer<std::int32_t>;
using U8 = Integer<std::uint8_t>;
using U16 = Integer<std::uint16_t>;
using U32 = Integer<std::uint32_t>;
using U64 = Integer<std::uint64_t>;

static_assert(sizeof(Int) == 8 && std::is_trivially_copyable_v<Int>);

template <>
String Int::to_string(Int self);
template <>
core::Option<Int> Int::of_string(const String& text);

}  // namespace khora
