// `Char`: one Unicode scalar value (std-core.md 6).
#pragma once

#include "khora/integer.hpp"

namespace khora {

class Char {
 public:
  constexpr Char() = default;
  /// `code` must be a scalar value, which character literals are.
  constexpr Char(char32_t code) : code_(code) {}

  constexpr char32_t raw() const { return code_; }

  friend constexpr bool operator==(Char a, Char b) { return a.code_ == b.code_; }
  friend constexpr bool operator!=(Char a, Char b) { return a.code_ != b.code_; }
  friend constexpr bool operator<(Char a, Char b) { return a.code_ < b.code_; }
  friend constexpr bool operator<=(Char a, Char b) { return a.code_ <= b.code_; }
  friend constexpr bool operator>(Char a, Char b) { return a.code_ > b.code_; }
  friend constexpr bool operator>=(Char a, Char b) { return a.code_ >= b.code_; }

  static constexpr Int code(Char self) { return static_cast<std::int64_t>(self.code_); }
  /// A trap when `value` is not a scalar value.
  static constexpr Char from_code(Int value) {
    const std::int64_t code = value.raw();
    if (code < 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) trap_not_a_character(value);
    return Char(static_cast<char32_t>(code));
  }
  static String to_string(Char self);
  static constexpr Int utf8_length(Char self) {
    return self.code_ < 0x80 ? 1 : self.code_ < 0x800 ? 2 : self.code_ < 0x10000 ? 3 : 4;
  }
  // ASCII only, like everything about case and class in the library.
  static constexpr bool is_digit(Char self) { return self.within(U'0', U'9'); }
  static constexpr bool is_alpha(Char self) { return self.within(U'a', U'z') || self.within(U'A', U'Z'); }
  static constexpr bool is_alphanumeric(Char self) { return is_digit(self) || is_alpha(self); }
  static constexpr bool is_whitespace(Char self) {
    return self.code_ == U' ' || self.code_ == U'\t' || self.code_ == U'\n' || self.code_ == U'\r';
  }
  static constexpr Char to_upper(Char self) {
    return self.within(U'a', U'z') ? Char(static_cast<char32_t>(self.code_ - 32)) : self;
  }
  static constexpr Char to_lower(Char self) {
    return self.within(U'A', U'Z') ? Char(static_cast<char32_t>(self.code_ + 32)) : self;
  }

 private:
  [[noreturn]] static void trap_not_a_character(Int value);
  constexpr bool within(char32_t first, char32_t last) const { return code_ >= first && code_ <= last; }

  char32_t code_ = 0;
};

namespace detail {
/// Writes the UTF-8 form of a scalar value and answers its length, 1 to 4.
constexpr int encode_utf8(char32_t code, char* out) {
  if (code < 0x80) {
    out[0] = static_cast<char>(code);
    return 1;
  }
  const int length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  for (int at = length - 1; at > 0; --at) {
    out[at] = static_cast<char>(0x80 | (code & 0x3F));
    code >>= 6;
  }
  const char32_t lead = length == 2 ? 0xC0 : length == 3 ? 0xE0 : 0xF0;
  out[0] = static_cast<char>(lead | code);
  return length;
}
}  // namespace detail

}  // namespace khora
