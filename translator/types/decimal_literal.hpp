// What a decimal literal stands for: a whole number of 128 bits and the number of its digits behind the point (L15).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace khora2cpp::types {

struct DecimalParts {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  std::uint64_t scale = 0;
};

/// The parts of a literal without its `d` and without `_`, such as `19.90` or `6.25e1`. Empty when the digits do not fit a signed number of
/// 128 bits.
std::optional<DecimalParts> decimal_parts(std::string_view literal);

}  // namespace khora2cpp::types
