#include "emit/literals.hpp"

#include <cstdint>

namespace khora2cpp::emit {

namespace {

std::string octal(unsigned char byte) {
  std::string text = "\\000";
  text[1] = static_cast<char>('0' + (byte >> 6));
  text[2] = static_cast<char>('0' + ((byte >> 3) & 7));
  text[3] = static_cast<char>('0' + (byte & 7));
  return text;
}

/// The scalar that starts at `at`, and how many bytes it takes.
char32_t decode(std::string_view bytes, std::size_t at, std::size_t& length) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[at + i]); };
  const unsigned char lead = byte(0);
  length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (at + length > bytes.size()) {
    length = 1;
    return 0;
  }
  if (length == 1) return lead;
  char32_t value = lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) value = value << 6 | (byte(i) & 0x3Fu);
  return value;
}

/// Controls, and the marks of bidirectional text that g++ warns about.
bool is_hidden(char32_t value) {
  return value < 0x20 || (value >= 0x7F && value < 0xA0) || value == 0xAD || (value >= 0x200B && value <= 0x200F) ||
         (value >= 0x2028 && value <= 0x202E) || (value >= 0x2060 && value <= 0x206F) || value == 0xFEFF;
}

}  // namespace

std::string string_literal(std::string_view bytes) {
  std::string text = "\"";
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t length = 1;
    const char32_t value = decode(bytes, at, length);
    switch (value) {
      case U'\n': text += "\\n"; break;
      case U'\t': text += "\\t"; break;
      case U'\r': text += "\\r"; break;
      case U'"': text += "\\\""; break;
      case U'\\': text += "\\\\"; break;
      case U'?': text += text.ends_with('?') ? "\\?" : "?"; break;  // two of them may begin a trigraph
      default:
        if (is_hidden(value)) {
          for (std::size_t i = 0; i < length; ++i) text += octal(static_cast<unsigned char>(bytes[at + i]));
        } else {
          text += bytes.substr(at, length);
        }
    }
    at += length;
  }
  return text + "\"";
}

std::string character_literal(char32_t value) {
  if (value == U'\n') return "U'\\n'";
  if (value == U'\t') return "U'\\t'";
  if (value == U'\r') return "U'\\r'";
  if (value == U'\'') return "U'\\''";
  if (value == U'\\') return "U'\\\\'";
  if (value >= 0x20 && value < 0x7F) return std::string("U'") + static_cast<char>(value) + "'";
  static constexpr char digits[] = "0123456789abcdef";
  std::string hex;
  const int count = value < 0xA0 ? 2 : value < 0x10000 ? 4 : 8;
  for (int i = count - 1; i >= 0; --i) hex += digits[(value >> (4 * i)) & 0xF];
  return (value < 0xA0 ? "U'\\x" : value < 0x10000 ? "U'\\u" : "U'\\U") + hex + "'";
}

std::string integer_literal(std::string_view digits) {
  const bool negative = digits.starts_with("-");
  std::string_view magnitude = negative ? digits.substr(1) : digits;
  while (magnitude.size() > 1 && magnitude[0] == '0') magnitude.remove_prefix(1);  // would be octal
  if (negative && magnitude == "9223372036854775808") return "-9223372036854775807 - 1";
  std::string text = negative ? "-" : "";
  text += magnitude;
  static constexpr std::string_view largest = "9223372036854775807";
  if (magnitude.size() > largest.size() || (magnitude.size() == largest.size() && magnitude > largest)) text += "u";
  return text;
}

}  // namespace khora2cpp::emit
