// Cutting strings and counting characters (std-core.md 9.3, 9.4).
#include <algorithm>

#include "khora/core/option.hpp"
#include "khora/native/list.hpp"
#include "khora/string.hpp"
#include "khora/trap.hpp"

namespace khora {

namespace {

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

std::int64_t length_of(const String& text) { return static_cast<std::int64_t>(text.size()); }

// The character that starts at `at`, and its length.
char32_t decode(const char* at, int& length) {
  const auto byte = [at](int n) { return static_cast<char32_t>(static_cast<unsigned char>(at[n])); };
  const char32_t lead = byte(0);
  if (lead < 0x80) {
    length = 1;
    return lead;
  }
  if (lead < 0xE0) {
    length = 2;
    return (lead & 0x1F) << 6 | (byte(1) & 0x3F);
  }
  if (lead < 0xF0) {
    length = 3;
    return (lead & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  }
  length = 4;
  return (lead & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F);
}

std::int64_t count_characters(std::string_view text) { return std::count_if(text.begin(), text.end(), starts_character); }

}  // namespace

String String::slice(const String& self, Int from, Int to) {
  const std::int64_t length = length_of(self);
  const std::int64_t start = std::clamp<std::int64_t>(from.raw(), 0, length);
  const std::int64_t end = std::clamp<std::int64_t>(to.raw(), 0, length);
  if (!is_char_boundary(self, start) || !is_char_boundary(self, end)) {
    trap("this slice cuts a character in half, so it is not a String");
  }
  if (start >= end) return String();
  if (start == 0 && end == length) return self;
  return String(self.view().substr(static_cast<std::size_t>(start), static_cast<std::size_t>(end - start)));
}

bool String::is_char_boundary(const String& self, Int at) {
  const std::int64_t length = length_of(self);
  if (at < 0 || at > length) return false;
  return at == length || starts_character(self.data_[at.raw()]);
}

Int String::next_boundary(const String& self, Int at) {
  const std::int64_t length = length_of(self);
  std::int64_t next = std::clamp<std::int64_t>(at.raw(), 0, length);
  while (next < length && !starts_character(self.data_[next])) ++next;
  return next;
}

Int String::previous_boundary(const String& self, Int at) {
  const std::int64_t length = length_of(self);
  std::int64_t previous = std::clamp<std::int64_t>(at.raw(), 0, length);
  while (previous > 0 && previous < length && !starts_character(self.data_[previous])) --previous;
  return previous;
}

core::Option<Char> String::char_at(const String& self, Int at) {
  using Option = core::Option<Char>;
  if (at < 0 || at >= length_of(self) || !starts_character(self.data_[at.raw()])) return Option::None{};
  int length = 0;
  return Option::Some{decode(self.data_ + at.raw(), length)};
}

core::List<Char> String::chars(const String& self) {
  ListBuilder<Char> chars;
  const char* end = self.data_ + self.size();
  for (const char* at = self.data_; at < end;) {
    int length = 0;
    chars.add(decode(at, length));
    at += length;
  }
  return chars.finish();
}

Int String::char_length(const String& self) { return count_characters(self.view()); }

Int String::chars_between(const String& self, Int start, Int end) {
  const std::int64_t first = previous_boundary(self, start).raw();
  const std::int64_t last = next_boundary(self, end).raw();
  if (first >= last) return 0;
  return count_characters(self.view().substr(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)));
}

}  // namespace khora
