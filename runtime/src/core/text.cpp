#include "khora/text.hpp"

#include <charconv>
#include <cmath>
#include <cstring>

namespace khora::detail {

TextPart::TextPart(double value) {
  if (std::isnan(value)) {
    data_ = "NaN";
    size_ = 3;
    return;
  }
  // Shortest and positional. Text that does not fit is `?`, which programs can see (std-core.md 8).
  const auto [end, error] = std::to_chars(buffer_, buffer_ + sizeof buffer_, value, std::chars_format::fixed);
  if (error != std::errc()) {
    data_ = "?";
    size_ = 1;
    return;
  }
  size_ = static_cast<std::size_t>(end - buffer_);
}

TextPart::TextPart(Char value) { size_ = static_cast<std::size_t>(encode_utf8(value.raw(), buffer_)); }

void TextPart::set_digits(Int value) {
  const auto end = std::to_chars(buffer_, buffer_ + sizeof buffer_, value.raw()).ptr;
  size_ = static_cast<std::size_t>(end - buffer_);
}

String join_parts(const TextPart* parts, std::size_t count) {
  std::size_t size = 0;
  for (std::size_t at = 0; at < count; ++at) size += parts[at].view().size();
  StringWriter writer(size);
  for (std::size_t at = 0; at < count; ++at) writer.write(parts[at].view());
  return std::move(writer).finish();
}

void append_parts(String& text, const TextPart* parts, std::size_t count) {
  for (std::size_t at = 0; at < count; ++at) text.append(parts[at].view());
}

}  // namespace khora::detail
