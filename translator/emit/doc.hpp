// Text with places where a line may break, and the choice of the breaks (110 columns, in the manner of clang-format's Google style).
//
// Linear in the size of the text: each choice looks at widths that were added up when the pieces were made, never at alternatives.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace khora2cpp::emit {

inline constexpr std::size_t line_limit = 110;

class Doc {
 public:
  /// Prints what is between `{` and `}`, every line with its indentation and line break, for a construct whose own line has `indent`.
  using Body = std::function<std::string(std::size_t indent)>;

  Doc() : Doc(std::string()) {}
  Doc(std::string text);
  Doc(const char* text) : Doc(std::string(text)) {}

  /// One after the other.
  static Doc concat(std::vector<Doc> parts);
  /// `open a, b, c close`: arguments, parameters, elements.
  static Doc list(std::string open, std::vector<Doc> items, std::string close);
  /// `a && b && c`: breaks after an operator.
  static Doc chain(std::vector<Doc> operands, std::vector<std::string> operators);
  /// `{ .. }` over several lines; `flat` is the form on one line where there is one (`{ return x; }`).
  static Doc block(Body body, std::optional<std::string> flat);

  friend Doc operator+(Doc left, Doc right) { return concat({std::move(left), std::move(right)}); }

  /// Columns on one line; `never_fits` when it has to break.
  static constexpr std::size_t never_fits = static_cast<std::size_t>(-1);
  std::size_t width() const;
  /// The text on one line. Only when `width()` is a number.
  std::string flat() const;

  /// The text as it stands when its first character is at `column` of a construct whose line is indented by `indent`, with `tail` more
  /// columns needed behind its last one. Lines after the first come with their indentation; no line break at the end.
  std::string layout(std::size_t indent, std::size_t column, std::size_t tail = 0) const;

 private:
  struct Node;
  class Layout;
  std::shared_ptr<const Node> node_;
};

/// Columns that `text` takes: its scalars, for UTF-8 sources.
std::size_t columns(const std::string& text);

}  // namespace khora2cpp::emit
