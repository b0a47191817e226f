#include "syntax/escapes.hpp"

#include <algorithm>
#include <optional>

namespace khora2cpp::syntax {
namespace {

constexpr std::string_view simple_escapes = "nrt0\\\"'`$";

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_scalar(char32_t value) {
  return value <= 0x10ffff && !(value >= 0xd800 && value <= 0xdfff);
}

struct Escape {
  enum class Fault { none, unknown, malformed, no_scalar };
  Fault fault = Fault::none;
  std::size_t length = 0;         ///< with the backslash
  std::optional<char32_t> value;  ///< nothing for a continued line
};

std::size_t utf8_length(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xc0u) == 0x80u) ++length;
  return length;
}

Escape read_unicode(std::string_view text) {
  Escape escape;
  if (text.size() < 3 || text[2] != '{') {
    escape.fault = Escape::Fault::malformed;
    escape.length = 2;
    while (escape.length < text.size() && escape.length < 8 && is_hex(text[escape.length])) ++escape.length;
    return escape;
  }
  std::size_t at = 3;
  char32_t value = 0;
  while (at < text.size() && is_hex(text[at])) {
    const char c = text[at];
    const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    if (at < 9) value = value * 16 + static_cast<char32_t>(digit);
    ++at;
  }
  const std::size_t digits = at - 3;
  if (at >= text.size() || text[at] != '}' || digits == 0 || digits > 6) {
    const std::size_t close = text.find_first_of("}\n", at);
    escape.fault = Escape::Fault::malformed;
    escape.length = close != std::string_view::npos && text[close] == '}' ? close + 1 : at;
    return escape;
  }
  escape.length = at + 1;
  escape.value = value;
  if (!is_scalar(value)) escape.fault = Escape::Fault::no_scalar;
  return escape;
}

/// `text` begins with a backslash.
Escape read_escape(std::string_view text) {
  Escape escape;
  if (text.size() < 2) {
    escape.fault = Escape::Fault::unknown;
    escape.length = text.size();
    return escape;
  }
  const char c = text[1];
  if (c == 'u') return read_unicode(text);
  if (c == '\n' || c == '\r') {
    std::size_t at = c == '\r' && text.size() > 2 && text[2] == '\n' ? 3 : 2;
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    escape.length = at;
    return escape;
  }
  escape.length = 1 + utf8_length(text.substr(1));
  switch (c) {
    case 'n': escape.value = U'\n'; break;
    case 'r': escape.value = U'\r'; break;
    case 't': escape.value = U'\t'; break;
    case '0': escape.value = U'\0'; break;
    default:
      if (simple_escapes.find(c) == std::string_view::npos) {
        escape.fault = Escape::Fault::unknown;
      } else {
        escape.value = static_cast<char32_t>(c);
      }
  }
  return escape;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\f") == std::string_view::npos;
}

std::size_t leading_space(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" \t");
  return at == std::string_view::npos ? line.size() : at;
}

/// A line of a literal: parts of the pieces, with holes between them.
struct Line {
  std::vector<std::string> parts;
  bool blank() const { return parts.size() == 1 && is_blank(parts.front()); }
};

std::vector<Line> split_lines(const std::vector<std::string>& pieces) {
  std::vector<Line> lines;
  for (std::size_t index = 0; index < pieces.size(); ++index) {
    if (lines.empty()) lines.emplace_back();
    std::string_view rest = pieces[index];
    while (true) {
      const std::size_t end = rest.find('\n');
      std::string part(rest.substr(0, end));
      if (end != std::string_view::npos && !part.empty() && part.back() == '\r') part.pop_back();
      lines.back().parts.push_back(std::move(part));
      if (end == std::string_view::npos) break;
      lines.emplace_back();
      rest.remove_prefix(end + 1);
    }
  }
  return lines;
}

}  // namespace

void check_escapes(std::string_view text, source::FileId file, std::uint32_t begin,
                   diagnostics::Diagnostics& diagnostics) {
  for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at)) {
    const Escape escape = read_escape(text.substr(at));
    const std::string written(text.substr(at, escape.length));
    const source::Span span{file, begin + static_cast<std::uint32_t>(at),
                            begin + static_cast<std::uint32_t>(at + escape.length)};
    switch (escape.fault) {
      case Escape::Fault::none: break;
      case Escape::Fault::unknown:
        diagnostics.error("D103", span, "`" + written + "` is not an escape")
            .suggest(
                "for the backslash itself write `\\\\`; the escapes are \\n \\r \\t \\0 \\\\ \\\" \\' \\` "
                "\\$ and \\u{…}");
        break;
      case Escape::Fault::malformed:
        diagnostics
            .error("D104", span,
                   "`" + written +
                       "` is not a Unicode escape: it needs braces around one to six hexadecimal digits")
            .suggest("write it like `\\u{2693}`");
        break;
      case Escape::Fault::no_scalar:
        diagnostics.error("D105", span, "`" + written + "` is not a character")
            .suggest("characters go from \\u{0} to \\u{10FFFF}, without \\u{D800} to \\u{DFFF}");
        break;
    }
    at += std::max<std::size_t>(escape.length, 1);
  }
}

std::string process_escapes(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('\\'), text.size());
    out.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    const Escape escape = read_escape(text);
    if (escape.fault != Escape::Fault::none) {
      out.append(text.substr(0, escape.length));
    } else if (escape.value) {
      append_utf8(out, *escape.value);
    }
    text.remove_prefix(std::max<std::size_t>(escape.length, 1));
  }
  return out;
}

void dedent(std::vector<std::string>& pieces) {
  std::vector<Line> lines = split_lines(pieces);
  if (lines.size() < 2) return;
  std::size_t indent = 0;
  if (lines.front().blank()) {
    indent = std::string::npos;
    for (const Line& line : lines) {
      if (!line.blank()) indent = std::min(indent, leading_space(line.parts.front()));
    }
    lines.erase(lines.begin());
  }
  if (lines.size() > 1 && lines.back().blank()) {
    lines.pop_back();
  } else if (lines.size() == 1 && lines.back().blank()) {
    lines.back().parts.front().clear();
  }

  std::vector<std::string> result(1);
  for (std::size_t index = 0; index < lines.size(); ++index) {
    Line& line = lines[index];
    std::string& first = line.parts.front();
    first.erase(0, std::min(indent, leading_space(first)));
    if (index != 0) result.back() += '\n';
    result.back() += first;
    for (std::size_t part = 1; part < line.parts.size(); ++part)
      result.push_back(std::move(line.parts[part]));
  }
  pieces = std::move(result);
}

void append_utf8(std::string& out, char32_t value) {
  const auto byte = [&](char32_t bits) {
    out.push_back(static_cast<char>(static_cast<unsigned char>(bits)));
  };
  if (value < 0x80) {
    byte(value);
  } else if (value < 0x800) {
    byte(0xc0 | (value >> 6));
    byte(0x80 | (value & 0x3f));
  } else if (value < 0x10000) {
    byte(0xe0 | (value >> 12));
    byte(0x80 | ((value >> 6) & 0x3f));
    byte(0x80 | (value & 0x3f));
  } else {
    byte(0xf0 | (value >> 18));
    byte(0x80 | ((value >> 12) & 0x3f));
    byte(0x80 | ((value >> 6) & 0x3f));
    byte(0x80 | (value & 0x3f));
  }
}

char32_t first_scalar(std::string_view text) {
  if (text.empty()) return 0xfffd;
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = utf8_length(text);
  if (length == 1) return lead;
  char32_t value = lead & (0xffu >> (length + 1));
  for (std::size_t at = 1; at < length; ++at)
    value = (value << 6) | (static_cast<unsigned char>(text[at]) & 0x3fu);
  return value;
}

}  // namespace khora2cpp::syntax
