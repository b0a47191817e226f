#include "types/decimal_literal.hpp"

#include <charconv>

namespace khora2cpp::types {

namespace {

/// `parts * 10 + digit`; false when the result has more than 127 bits.
bool append_digit(DecimalParts& parts, unsigned digit) {
  // In four pieces of 32 bits, the lowest first.
  std::uint64_t pieces[4] = {parts.low & 0xFFFFFFFF, parts.low >> 32, parts.high & 0xFFFFFFFF, parts.high >> 32};
  std::uint64_t carry = digit;
  for (std::uint64_t& piece : pieces) {
    const std::uint64_t product = piece * 10 + carry;
    piece = product & 0xFFFFFFFF;
    carry = product >> 32;
  }
  parts.low = pieces[1] << 32 | pieces[0];
  parts.high = pieces[3] << 32 | pieces[2];
  return carry == 0 && pieces[3] >> 31 == 0;
}

}  // namespace

std::optional<DecimalParts> decimal_parts(std::string_view literal) {
  DecimalParts parts;
  const std::size_t mark = literal.find_first_of("eE");
  bool behind_point = false;
  for (const char c : literal.substr(0, mark)) {
    if (c == '.') {
      behind_point = true;
      continue;
    }
    if (!append_digit(parts, static_cast<unsigned>(c - '0'))) return std::nullopt;
    if (behind_point) ++parts.scale;
  }
  if (mark == std::string_view::npos) return parts;

  std::string_view exponent = literal.substr(mark + 1);
  const bool down = exponent.starts_with('-');
  if (down || exponent.starts_with('+')) exponent.remove_prefix(1);
  std::uint32_t moves = 0;
  if (std::from_chars(exponent.data(), exponent.data() + exponent.size(), moves).ec != std::errc()) return std::nullopt;
  if (down) {
    parts.scale += moves;
    return parts;
  }
  for (; moves > 0 && parts.scale > 0; --moves) --parts.scale;
  if (parts.high == 0 && parts.low == 0) return parts;
  for (; moves > 0; --moves) {
    if (!append_digit(parts, 0)) return std::nullopt;
  }
  return parts;
}

}  // namespace khora2cpp::types
