#include "source/source.hpp"

#include <algorithm>

namespace khora2cpp::source {

Span join(Span first, Span last) {
  if (!first.known()) return last;
  if (!last.known() || last.file != first.file) return first;
  return {first.file, std::min(first.begin, last.begin), std::max(first.end, last.end)};
}

SourceFile::SourceFile(std::string path, std::string text) : path_(std::move(path)), text_(std::move(text)) {
  line_starts_.push_back(0);
  for (std::size_t at = 0; at < text_.size(); ++at) {
    if (text_[at] == '\n') line_starts_.push_back(static_cast<std::uint32_t>(at + 1));
  }
}

Position SourceFile::position(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<std::uint32_t>(after - line_starts_.begin());
  std::uint32_t column = 1;
  for (std::uint32_t at = line_starts_[line - 1]; at < offset; ++at) {
    if ((static_cast<unsigned char>(text_[at]) & 0xc0u) != 0x80u) ++column;
  }
  return {line, column};
}

std::string_view SourceFile::line(std::uint32_t number) const {
  if (number == 0 || number > line_starts_.size()) return {};
  const std::uint32_t begin = line_starts_[number - 1];
  std::size_t end = number < line_starts_.size() ? line_starts_[number] - 1 : text_.size();
  if (end > begin && text_[end - 1] == '\r') --end;
  return std::string_view(text_).substr(begin, end - begin);
}

FileId SourceSet::add(std::string path, std::string text) {
  files_.emplace_back(std::move(path), std::move(text));
  return static_cast<FileId>(files_.size() - 1);
}

std::string_view SourceSet::text(Span span) const {
  if (!span.known()) return {};
  return file(span.file).text().substr(span.begin, span.end - span.begin);
}

std::size_t first_invalid_utf8(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  std::size_t at = 0;
  while (at < text.size()) {
    const unsigned lead = byte(at);
    if (lead < 0x80) {
      ++at;
      continue;
    }
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || at + length > text.size()) return at;
    for (std::size_t next = 1; next < length; ++next) {
      if ((byte(at + next) & 0xc0u) != 0x80u) return at;
    }
    // Overlong forms, surrogates and values above U+10FFFF show in the second byte.
    const unsigned second = byte(at + 1);
    if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) || (lead == 0xf0 && second < 0x90) ||
        (lead == 0xf4 && second > 0x8f)) {
      return at;
    }
    at += length;
  }
  return std::string_view::npos;
}

}  // namespace khora2cpp::source
