#include "diagnostics/excerpt.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace khora2cpp::diagnostics {
namespace {

constexpr std::size_t tab_width = 4;
constexpr std::size_t longest_line = 140;
constexpr std::size_t lead = 40;  ///< columns shown before the span when a line is cut

/// A character of the line as it is shown.
struct Cell {
  std::string text;
  std::size_t width = 1;
  bool marked = false;
};

bool is_wide(char32_t c) {
  static constexpr std::array<std::pair<char32_t, char32_t>, 9> wide = {{{0x1100, 0x115f},
                                                                         {0x2e80, 0xa4cf},
                                                                         {0xac00, 0xd7a3},
                                                                         {0xf900, 0xfaff},
                                                                         {0xfe30, 0xfe6f},
                                                                         {0xff00, 0xff60},
                                                                         {0xffe0, 0xffe6},
                                                                         {0x1f300, 0x1faff},
                                                                         {0x20000, 0x3fffd}}};
  return std::any_of(wide.begin(), wide.end(),
                     [c](const auto& range) { return c >= range.first && c <= range.second; });
}

bool is_combining(char32_t c) {
  return (c >= 0x300 && c <= 0x36f) || c == 0x200d || (c >= 0xfe00 && c <= 0xfe0f);
}

Cell read_cell(std::string_view& rest, std::size_t column) {
  std::size_t length = 1;
  while (length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0xc0u) == 0x80u) ++length;
  const auto first = static_cast<unsigned char>(rest.front());
  char32_t value = length == 1 ? first : first & (0xffu >> (length + 1));
  for (std::size_t at = 1; at < length; ++at)
    value = (value << 6) | (static_cast<unsigned char>(rest[at]) & 0x3fu);

  Cell cell;
  if (value == '\t') {
    cell.width = tab_width - column % tab_width;
    cell.text = std::string(cell.width, ' ');
  } else if (value < 0x20 || value == 0x7f) {
    cell.text = "?";
  } else {
    cell.text = std::string(rest.substr(0, length));
    cell.width = is_wide(value) ? 2 : is_combining(value) ? 0 : 1;
  }
  rest.remove_prefix(length);
  return cell;
}

}  // namespace

Excerpt excerpt(const source::SourceFile& file, source::Span span, char mark) {
  const std::string_view line = file.line(file.position(span.begin).line);
  const auto line_begin = static_cast<std::size_t>(line.data() - file.text().data());

  std::vector<Cell> cells;
  std::size_t column = 0;
  std::size_t first_marked = 0;
  bool any_marked = false;
  for (std::string_view rest = line; !rest.empty();) {
    const std::size_t at = line_begin + (line.size() - rest.size());
    Cell cell = read_cell(rest, column);
    cell.marked = at >= span.begin && (at < span.end || (at == span.begin && span.end <= span.begin));
    if (cell.marked && !std::exchange(any_marked, true)) first_marked = cells.size();
    column += cell.width;
    cells.push_back(std::move(cell));
  }
  if (!any_marked) {
    first_marked = cells.size();
    cells.push_back({" ", 1, true});
    ++column;
  }

  std::size_t from = 0;
  std::size_t to = cells.size();
  if (column > longest_line) {
    from = first_marked > lead ? first_marked - lead : 0;
    to = std::min(cells.size(), from + longest_line);
  }
  Excerpt result;
  if (from > 0) {
    result.line = "… ";
    result.underline = "  ";
  }
  for (std::size_t index = from; index < to; ++index) {
    result.line += cells[index].text;
    result.underline.append(cells[index].width, cells[index].marked ? mark : ' ');
  }
  if (to < cells.size()) result.line += " …";
  const auto trim = [](std::string& text) { text.erase(text.find_last_not_of(' ') + 1); };
  trim(result.line);
  trim(result.underline);
  return result;
}

}  // namespace khora2cpp::diagnostics
