#include "interpreter/text.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace khora2cpp::interpreter {

std::string utf8(char32_t character) {
  const auto part = [&](int shift, unsigned mask, unsigned mark) { return static_cast<char>(mark | ((character >> shift) & mask)); };
  if (character < 0x80) return {static_cast<char>(character)};
  if (character < 0x800) return {part(6, 0x1F, 0xC0), part(0, 0x3F, 0x80)};
  if (character < 0x10000) return {part(12, 0x0F, 0xE0), part(6, 0x3F, 0x80), part(0, 0x3F, 0x80)};
  return {part(18, 0x07, 0xF0), part(12, 0x3F, 0x80), part(6, 0x3F, 0x80), part(0, 0x3F, 0x80)};
}

std::string float_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  // The fewest digits that read back, as `d.ddde+xx`, spread out around the point.
  char scientific[64];
  int precision = 0;
  do {
    std::snprintf(scientific, sizeof scientific, "%.*e", precision, value);
  } while (std::strtod(scientific, nullptr) != value && ++precision < 17);
  std::string digits;
  const char* at = scientific;
  const bool negative = *at == '-';
  if (negative) ++at;
  for (; *at != 'e'; ++at) {
    if (*at != '.') digits += *at;
  }
  const int exponent = std::atoi(at + 1);
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  const int point = exponent + 1;
  std::string text;
  if (point <= 0) {
    text = digits == "0" ? "0" : "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  } else if (point >= static_cast<int>(digits.size())) {
    text = digits + std::string(static_cast<std::size_t>(point) - digits.size(), '0');
  } else {
    text = digits.substr(0, static_cast<std::size_t>(point)) + "." + digits.substr(static_cast<std::size_t>(point));
  }
  if (negative) text = "-" + text;
  return text.size() > 32 ? "?" : text;
}

}  // namespace khora2cpp::interpreter
