#include "interpreter/arithmetic.hpp"

#include <algorithm>

#include "interpreter/outcome.hpp"

namespace khora2cpp::interpreter {

using syntax::BinaryOp;
using types::Builtin;

std::string digits(Wide value) {
  if (value == 0) return "0";
  std::string text;
  for (Wide rest = value < 0 ? -value : value; rest > 0; rest /= 10) text += static_cast<char>('0' + static_cast<int>(rest % 10));
  if (value < 0) text += '-';
  std::reverse(text.begin(), text.end());
  return text;
}

bool is_integer(Builtin kind) { return kind >= Builtin::int_ && kind <= Builtin::u64; }

const char* name_of(Builtin kind) {
  switch (kind) {
    case Builtin::i8: return "I8";
    case Builtin::i16: return "I16";
    case Builtin::i32: return "I32";
    case Builtin::u8: return "U8";
    case Builtin::u16: return "U16";
    case Builtin::u32: return "U32";
    case Builtin::u64: return "U64";
    default: return "Int";
  }
}

Range range_of(Builtin kind) {
  const auto of = [](int bits, bool is_signed) {
    const Wide one = 1;
    return is_signed ? Range{-(one << (bits - 1)), (one << (bits - 1)) - 1, bits, true} : Range{0, (one << bits) - 1, bits, false};
  };
  switch (kind) {
    case Builtin::i8: return of(8, true);
    case Builtin::i16: return of(16, true);
    case Builtin::i32: return of(32, true);
    case Builtin::u8: return of(8, false);
    case Builtin::u16: return of(16, false);
    case Builtin::u32: return of(32, false);
    case Builtin::u64: return of(64, false);
    default: return of(64, true);
  }
}

namespace {

bool fits(Builtin kind, Wide value) {
  const Range range = range_of(kind);
  return value >= range.least && value <= range.greatest;
}

Value checked(Builtin kind, Wide value, const char* operation) {
  if (!fits(kind, value)) throw Trap{std::string(name_of(kind)) + " " + operation + " overflowed"};
  return value;
}

}  // namespace

Value arithmetic(Builtin kind, BinaryOp op, Wide left, Wide right) {
  switch (op) {
    case BinaryOp::add: return checked(kind, left + right, "addition");
    case BinaryOp::subtract: return checked(kind, left - right, "subtraction");
    case BinaryOp::multiply: {
      // Two numbers of 64 bits without a sign: their product may need one bit more than `Wide` has.
      Wide product = 0;
      if (__builtin_mul_overflow(left, right, &product)) throw Trap{std::string(name_of(kind)) + " multiplication overflowed"};
      return checked(kind, product, "multiplication");
    }
    case BinaryOp::divide:
      if (right == 0) throw Trap{std::string(name_of(kind)) + " division by zero"};
      return checked(kind, left / right, "division");
    case BinaryOp::remainder:
      if (right == 0) throw Trap{std::string(name_of(kind)) + " remainder by zero"};
      checked(kind, left / right, "remainder");
      return left % right;
    default: throw Unsupported("this operator is no arithmetic");
  }
}

Value negated(Builtin kind, Wide operand) { return checked(kind, -operand, "negation"); }

Wide wrapped(Builtin kind, Wide value) {
  const Range range = range_of(kind);
  const Wide one = 1;
  const Wide size = one << range.bits;
  Wide low = value % size;
  if (low < 0) low += size;
  return range.is_signed && low > range.greatest ? low - size : low;
}

Wide fitting(Builtin kind, Wide value) {
  if (fits(kind, value)) return value;
  throw Trap{digits(value) + " does not fit " + name_of(kind)};
}

Wide parse_digits(const std::string& digits) {
  Wide value = 0;
  for (const char digit : digits) value = value * 10 + (digit - '0');
  return value;
}

}  // namespace khora2cpp::interpreter
