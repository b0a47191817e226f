// Numbers (syntax-and-types.md 9.1).
#pragma once

#include "interpreter/value.hpp"

namespace khora2cpp::interpreter {

struct Range {
  Wide least;
  Wide greatest;
  int bits;
  bool is_signed;
};
/// The values of an integer type.
Range range_of(types::Builtin kind);
const char* name_of(types::Builtin kind);
bool is_integer(types::Builtin kind);

/// `+ - * / %` of one integer type; a trap when the result does not fit it.
Value arithmetic(types::Builtin kind, syntax::BinaryOp op, Wide left, Wide right);
Value negated(types::Builtin kind, Wide operand);
/// The low bits of a number, read as one of the type.
Wide wrapped(types::Builtin kind, Wide value);
/// The same number; a trap when it does not fit.
Wide fitting(types::Builtin kind, Wide value);

Wide parse_digits(const std::string& digits);

}  // namespace khora2cpp::interpreter
