// Searching and transforming strings (std-core.md 9.5, 9.6).
#include <algorithm>
#include <cstring>

#include "khora/core/option.hpp"
#include "khora/string.hpp"

namespace khora {

namespace {

/// `memcmp(a, b, size) == 0` for pieces of text, most of which are shorter than a call is worth.
bool same_text(const char* a, const char* b, std::size_t size) {
  const auto same_ends = [=](auto part) {
    auto other = part;
    std::memcpy(&part, a, sizeof part);
    std::memcpy(&other, b, sizeof other);
    if (part != other) return false;
    std::memcpy(&part, a + size - sizeof part, sizeof part);
    std::memcpy(&other, b + size - sizeof other, sizeof other);
    return part == other;
  };
  if (size > 16) return std::memcmp(a, b, size) == 0;
  if (size >= 8) return same_ends(std::uint64_t{});
  if (size >= 4) return same_ends(std::uint32_t{});
  if (size >= 2) return same_ends(std::uint16_t{});
  return size == 0 || *a == *b;
}

/// Where `needle` stands in `text` for the first time, not before `from`; else `npos`.
std::size_t find_text(std::string_view text, std::string_view needle, std::size_t from) {
  if (from > text.size() || needle.size() > text.size() - from) return text.npos;
  if (needle.empty()) return from;
  const char* at = text.data() + from;
  const char* const end = text.data() + (text.size() - needle.size()) + 1;
  while (at < end) {
    at = static_cast<const char*>(std::memchr(at, needle.front(), static_cast<std::size_t>(end - at)));
    if (at == nullptr) break;
    if (same_text(at, needle.data(), needle.size())) return static_cast<std::size_t>(at - text.data());
    ++at;
  }
  return text.npos;
}

bool is_space(char byte) { return String::is_space(static_cast<std::uint8_t>(byte)); }

std::size_t leading_space(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_space) - text.begin());
}
std::size_t trailing_space(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.rbegin(), text.rend(), is_space) - text.rbegin());
}

template <class F>
String each_byte(const String& self, const F& f) {
  StringWriter writer(self.size());
  std::transform(self.data(), self.data() + self.size(), writer.data(), f);
  return std::move(writer).finish();
}

// How many bytes are missing, or zero where padding does not apply.
std::size_t missing(const String& self, Int width, const String& fill) {
  if (fill.size() != 1 || width <= String::byte_length(self)) return 0;
  return static_cast<std::size_t>(width.raw()) - self.size();
}

std::string_view html_entity(char byte) {
  switch (byte) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&apos;";
    default: return {};
  }
}

}  // namespace

// A `from` outside the string: before it counts as its start, after it nothing is found.
Int String::find(const String& self, const String& needle, Int from) {
  const std::size_t start = from < 0 ? 0 : static_cast<std::size_t>(from.raw());
  const std::size_t at = find_text(self.view(), needle.view(), start);
  return at == std::string_view::npos ? Int(-1) : Int(static_cast<std::int64_t>(at));
}

core::Option<Int> String::index_of(const String& self, const String& needle) {
  using Option = core::Option<Int>;
  const Int at = find(self, needle, 0);
  if (at < 0) return Option::None{};
  return Option::Some{at};
}

bool String::contains(const String& self, const String& needle) { return find(self, needle, 0) >= 0; }

bool String::starts_with(const String& self, const String& prefix) { return self.view().starts_with(prefix.view()); }

bool String::ends_with(const String& self, const String& suffix) { return self.view().ends_with(suffix.view()); }

bool String::matches_at(const String& self, const String& needle, Int at) {
  const std::int64_t count = byte_length(needle).raw();
  if (at >= 0 && at <= byte_length(self) && self.size() - static_cast<std::size_t>(at.raw()) >= needle.size()) {
    return self.view().compare(static_cast<std::size_t>(at.raw()), needle.size(), needle.view()) == 0;
  }
  // It reads as far as the texts are equal, and so perhaps outside.
  for (std::int64_t n = 0; n < count; ++n) {
    if (byte(self, at + n) != byte(needle, n)) return false;
  }
  return true;
}

String String::trim(const String& self) { return trim_end(trim_start(self)); }

String String::trim_start(const String& self) {
  const std::size_t space = leading_space(self.view());
  return space == 0 ? self : String(self.view().substr(space));
}

String String::trim_end(const String& self) {
  const std::size_t space = trailing_space(self.view());
  return space == 0 ? self : String(self.view().substr(0, self.size() - space));
}

String String::lower(const String& self) {
  return each_byte(self, [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
}

String String::upper(const String& self) {
  return each_byte(self, [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
}

String String::replace(const String& self, const String& from, const String& to) {
  if (from.size() == 0) return self;
  const std::string_view text = self.view();
  std::size_t at = find_text(text, from.view(), 0);
  if (at == text.npos) return self;
  String replaced = with_room(text.size());
  std::size_t done = 0;
  const bool fits = to.size() <= from.size();
  char* end = replaced.block()->text();
  const auto add = [&](const char* piece, std::size_t size) {
    if (fits) {
      detail::copy_text(end, piece, size);
      end += size;
    } else {
      replaced.append({piece, size});
    }
  };
  for (; at != text.npos; at = find_text(text, from.view(), done)) {
    add(text.data() + done, at - done);
    add(to.data(), to.size());
    done = at + from.size();
  }
  add(text.data() + done, text.size() - done);
  if (fits) replaced.bits_ = static_cast<std::size_t>(end - replaced.data_) << 1 | 1;
  // Not for long with room for what went.
  return replaced.size() < text.size() / 2 ? String(replaced.view()) : replaced;
}

String String::repeat(const String& self, Int count) {
  if (count < 1 || self.size() == 0) return String();
  const Int whole = byte_length(self) * count;
  StringWriter writer(static_cast<std::size_t>(whole.raw()));
  for (std::int64_t n = count.raw(); n > 0; --n) writer.write(self.view());
  return std::move(writer).finish();
}

String String::pad_left(const String& self, Int width, const String& fill) {
  const std::size_t more = missing(self, width, fill);
  if (more == 0) return self;
  StringWriter writer(self.size() + more);
  std::memset(writer.data(), fill.data_[0], more);
  std::memcpy(writer.data() + more, self.data_, self.size());
  return std::move(writer).finish();
}

String String::pad_right(const String& self, Int width, const String& fill) {
  const std::size_t more = missing(self, width, fill);
  if (more == 0) return self;
  StringWriter writer(self.size() + more);
  std::memcpy(writer.data(), self.data_, self.size());
  std::memset(writer.data() + self.size(), fill.data_[0], more);
  return std::move(writer).finish();
}

String String::escape_html(const String& self) {
  std::size_t size = 0;
  for (const char byte : self.view()) size += std::max<std::size_t>(1, html_entity(byte).size());
  if (size == self.size()) return self;
  StringWriter writer(size);
  for (const char& byte : self.view()) {
    const std::string_view entity = html_entity(byte);
    writer.write(entity.empty() ? std::string_view(&byte, 1) : entity);
  }
  return std::move(writer).finish();
}

}  // namespace khora
