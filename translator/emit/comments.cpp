#include "emit/comments.hpp"

#include <sstream>

namespace khora2cpp::emit {

namespace {

bool is_pragma(const syntax::Comment& comment) { return comment.kind == syntax::Comment::Kind::line && comment.text.starts_with("@"); }

std::string trimmed(std::string line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) line.pop_back();
  return line;
}

/// A `\` at the end would continue the comment on the next line, which g++ and clang warn about; so would the trigraph for it.
std::string harmless(std::string line) {
  if (line.ends_with('\\') || line.ends_with("?\?/")) line += '.';
  return line;
}

}  // namespace

std::string comments_above(const syntax::Comments* comments, std::size_t indent) {
  if (comments == nullptr) return {};
  std::string text;
  const std::string spaces(indent, ' ');
  for (const syntax::Comment& comment : *comments) {
    if (is_pragma(comment)) continue;
    const std::string mark = comment.kind == syntax::Comment::Kind::doc ? "///" : "//";
    std::istringstream lines(comment.text);
    std::string line;
    bool any = false;
    while (std::getline(lines, line)) {
      line = harmless(trimmed(line));
      if (comment.kind == syntax::Comment::Kind::block) {
        const std::size_t start = line.find_first_not_of(" \t*");
        line = start == std::string::npos ? "" : line.substr(start);
        if (line.empty() && !any) continue;
      }
      any = true;
      text += spaces + mark + (line.empty() ? "" : " " + line) + "\n";
    }
    if (!any && comment.kind != syntax::Comment::Kind::block) text += spaces + mark + "\n";
  }
  return text;
}

std::string comment_behind(const syntax::Comments* comments) {
  if (comments == nullptr || comments->empty()) return {};
  std::string text;
  for (const syntax::Comment& comment : *comments) {
    if (is_pragma(comment)) continue;
    std::string line = comment.text.substr(0, comment.text.find('\n'));
    line = harmless(trimmed(line));
    if (line.empty()) continue;
    text += (text.empty() ? "  // " : " ") + line;
  }
  return text;
}

}  // namespace khora2cpp::emit
