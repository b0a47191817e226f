// Source files, positions and spans. Input: bytes; output: nothing but bookkeeping. Depends on no other stage.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace khora2cpp::source {

/// A file of one `SourceSet`. The default names no file.
enum class FileId : std::uint32_t { none = 0xffffffffu };

/// Bytes `begin` up to, not including, `end` of one file.
struct Span {
  FileId file = FileId::none;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool known() const { return file != FileId::none; }
  friend bool operator==(const Span&, const Span&) = default;
};

/// The smallest span that covers both. An unknown span gives way to the other.
Span join(Span first, Span last);

/// One-based line and column. Columns count Unicode scalars, so that an editor shows the same number.
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

class SourceFile {
 public:
  /// `path` is what diagnostics show; `text` must be valid UTF-8.
  SourceFile(std::string path, std::string text);

  const std::string& path() const { return path_; }
  std::string_view text() const { return text_; }
  Position position(std::uint32_t offset) const;
  /// The text of a one-based line, without its line break.
  std::string_view line(std::uint32_t number) const;
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(line_starts_.size()); }

 private:
  std::string path_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
};

/// All files of one translation. Files are never removed, so references and views into them stay valid.
class SourceSet {
 public:
  FileId add(std::string path, std::string text);
  const SourceFile& file(FileId id) const { return files_[static_cast<std::size_t>(id)]; }
  std::size_t size() const { return files_.size(); }
  std::string_view text(Span span) const;
  Position position(Span span) const { return file(span.file).position(span.begin); }

 private:
  std::deque<SourceFile> files_;
};

/// The offset of the first byte that is not UTF-8, or `npos` when all of `text` is.
std::size_t first_invalid_utf8(std::string_view text);

}  // namespace khora2cpp::source
