#include <algorithm>
#include <array>

#include "syntax/builder.hpp"
#include "syntax/escapes.hpp"

namespace khora2cpp::syntax {

Span Builder::span(const Node* node) const {
  const auto* first = static_cast<const PlacedToken*>(node->start);
  const auto* last = static_cast<const PlacedToken*>(node->stop);
  if (first == nullptr) return {id_, 0, 0};
  if (last == nullptr || last->end() < first->begin()) return {id_, first->begin(), first->begin()};
  return {id_, first->begin(), last->end()};
}

Name Builder::binding(const PlacedToken& token) {
  Name result = name(token);
  refuse_reserved(result);
  return result;
}

void Builder::refuse_reserved(const Name& bound) {
  static constexpr std::array<std::string_view, 5> reserved = {"where", "yield", "macro", "unsafe",
                                                               "unstable"};
  if (std::find(reserved.begin(), reserved.end(), bound.text) == reserved.end()) return;
  error("D202", bound.span,
        "`" + bound.text + "` is a reserved word: it means nothing yet, but no name may be spelled so")
      .suggest("choose another name");
}

Path Builder::path(const Node* node) {
  Children children(node);
  return path(children);
}

Path Builder::path(Children& children) {
  Path result;
  result.segments.push_back(name(children.token()));
  while (children.take(Kind::COLONCOLON) != nullptr) {
    if (!children.at(Kind::ID)) break;
    result.segments.push_back(name(children.token()));
  }
  result.span = source::join(result.segments.front().span, result.segments.back().span);
  return result;
}

std::string Builder::digits(const PlacedToken& token) const {
  std::string result;
  for (const char c : text(token)) {
    if (c != '_' && c != 'd') result.push_back(c);
  }
  // `0x1f` was reported; its digits are not ours.
  if (token.kind() == Kind::INT && result.find_first_not_of("0123456789") != std::string::npos) return "0";
  return result;
}

std::string Builder::character(const PlacedToken& token) const {
  const std::string_view written = text(token);
  return process_escapes(written.substr(1, written.size() - 2));
}

}  // namespace khora2cpp::syntax
