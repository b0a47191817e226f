#include "syntax/brackets.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "KhoraLexer.h"

namespace khora2cpp::syntax {

using L = grammar::KhoraLexer;

namespace {

std::uint32_t partner(std::uint32_t opening) {
  switch (opening) {
    case L::LPAREN: return L::RPAREN;
    case L::LBRACKET: return L::RBRACKET;
    case L::LBRACE: return L::RBRACE;
    case L::HOLE: return L::HOLE_END;
    default: return 0;
  }
}

bool closes(std::uint32_t kind) {
  return kind == L::RPAREN || kind == L::RBRACKET || kind == L::RBRACE || kind == L::HOLE_END;
}

bool balanced(const std::vector<Token>& tokens) {
  std::vector<std::uint32_t> expected;
  for (const Token& token : tokens) {
    if (const std::uint32_t closing = partner(token.kind)) {
      expected.push_back(closing);
    } else if (closes(token.kind)) {
      if (expected.empty() || expected.back() != token.kind) return false;
      expected.pop_back();
    }
  }
  return expected.empty();
}

class Balancing {
 public:
  Balancing(TokenList& list, std::string_view text, source::FileId file,
            diagnostics::Diagnostics& diagnostics)
      : list_(list), text_(text), file_(file), diagnostics_(diagnostics) {}

  std::vector<std::uint32_t> run() {
    const std::vector<Token> tokens = std::exchange(list_.tokens, {});
    for (const Token& token : tokens) {
      if (begins_declaration(token)) {
        close_until(0);
        declaration_ = token.begin;
      }
      if (partner(token.kind) != 0) {
        open_.push_back(token);
      } else if (closes(token.kind)) {
        if (!match(token)) continue;
      }
      list_.tokens.push_back(token);
    }
    close_until(0);
    return std::move(unbalanced_);
  }

 private:
  /// A word that only begins declarations, with nothing open or at the very start of a line: whatever is open then was forgotten.
  bool begins_declaration(const Token& token) const {
    switch (token.kind) {
      case L::PUB:
      case L::FN:
      case L::TYPE:
      case L::TRAIT:
      case L::IMPL:
      case L::IMPORT:
      case L::EFFECT:
      case L::CONST: return open_.empty() || (token.begin > 0 && text_[token.begin - 1] == '\n');
      default: return false;
    }
  }

  /// Answers whether the closing bracket stays.
  bool match(const Token& closing) {
    std::size_t at = open_.size();
    while (at > 0 && partner(open_[at - 1].kind) != closing.kind) --at;
    if (at == 0) {
      if (!excused()) {
        diagnostics_
            .error("D201", {file_, closing.begin, closing.end}, "this `" + word(closing) + "` closes nothing")
            .suggest("remove it, or add the bracket that it was meant to close");
      }
      unbalanced_.push_back(closing.begin);
      return false;
    }
    // `}` first on its line closes the brace whose line is indented alike, if there is one: what stands
    // between was forgotten.
    if (closing.kind == L::RBRACE && first_on_line(closing.begin) && at == open_.size()) {
      const std::size_t wanted = indentation(closing.begin);
      std::size_t alike = at;
      while (alike > 0 &&
             !(open_[alike - 1].kind == L::LBRACE && indentation(open_[alike - 1].begin) == wanted))
        --alike;
      if (alike != 0 && indentation(open_[at - 1].begin) > wanted) at = alike;
    }
    close_until(at);
    open_.pop_back();
    return true;
  }

  void close_until(std::size_t count) {
    bool first = true;
    while (open_.size() > count) {
      const Token opening = open_.back();
      open_.pop_back();
      if (std::exchange(first, false) && !excused()) {
        diagnostics_.error("D201", {file_, opening.begin, opening.end},
                           "this `" + word(opening) + "` is never closed");
      }
      unbalanced_.push_back(opening.begin);
      const std::uint32_t end = list_.tokens.empty() ? opening.end : list_.tokens.back().end;
      list_.tokens.push_back({partner(opening.kind), end, end});
    }
  }

  /// An error in the same declaration, such as an unclosed string, may have swallowed the partner.
  bool excused() const {
    const auto here = [this](std::uint32_t place) { return place >= declaration_; };
    return std::any_of(list_.garbled.begin(), list_.garbled.end(), here) ||
           std::any_of(unbalanced_.begin(), unbalanced_.end(), here);
  }

  std::string word(const Token& token) const {
    return std::string(text_.substr(token.begin, token.end - token.begin));
  }

  std::size_t line_start(std::size_t at) const {
    const std::size_t before = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    return before == std::string_view::npos ? 0 : before + 1;
  }
  std::size_t indentation(std::size_t at) const {
    const std::size_t start = line_start(at);
    return std::min(text_.find_first_not_of(" \t", start), text_.size()) - start;
  }
  bool first_on_line(std::size_t at) const { return line_start(at) + indentation(at) == at; }

  TokenList& list_;
  std::string_view text_;
  source::FileId file_;
  diagnostics::Diagnostics& diagnostics_;
  std::vector<Token> open_;
  std::vector<std::uint32_t> unbalanced_;
  std::uint32_t declaration_ = 0;  ///< where the current one begins
};

}  // namespace

std::vector<std::uint32_t> balance_brackets(TokenList& list, std::string_view text, source::FileId file,
                                            diagnostics::Diagnostics& diagnostics) {
  if (balanced(list.tokens)) return {};
  return Balancing(list, text, file, diagnostics).run();
}

}  // namespace khora2cpp::syntax
