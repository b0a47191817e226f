// `Bool` and `Float`, which are the types of C++, and the operations that Khora has on them (std-core.md 6, 8).
#pragma once

#include "khora/char.hpp"
#include "khora/integer.hpp"
#include "khora/ptr.hpp"

namespace khora {

using Bool = bool;
using Float = double;

struct BoolMethods {
  static String to_string(bool self);
};

struct FloatMethods {
  /// The shortest positional text that reads back as the same number, or `?` when it is longer than 32 bytes.
  static String to_string(double self);
  /// Exactly `places` digits after the point, 0 to 30, of the exact decimal expansion.
  static String to_fixed(double self, Int places);
  /// Truncates toward zero, saturates at the limits, and answers 0 for NaN.
  static constexpr Int to_int(double self) {
    if (self != self) return 0;
    if (self >= 9223372036854775808.0) return std::numeric_limits<std::int64_t>::max();
    if (self < -9223372036854775808.0) return std::numeric_limits<std::int64_t>::min();
    return static_cast<std::int64_t>(self);
  }
  static core::Option<double> of_string(const String& text);
};

}  // namespace khora
