#include "syntax/recover.hpp"

#include <algorithm>

#include "KhoraLexer.h"
#include "KhoraParser.h"
#include "syntax/expected.hpp"

namespace khora2cpp::syntax {

using L = grammar::KhoraLexer;
using P = grammar::KhoraParser;

namespace {

/// What a part ends with, besides the bracket that closes what it stands in.
enum class Ending { statement, comma, member };

class Search {
 public:
  Search(const SyntaxFault& fault, const std::vector<Token>& tokens, std::uint32_t reported, std::string_view text)
      : fault_(fault), tokens_(tokens), reported_(reported), text_(text) {}

  std::optional<Cut> run() const {
    for (const SyntaxFault::Open& open : fault_.open) {
      if (open.token < tokens_.size() && tokens_[open.token].begin > reported_) continue;
      switch (open.rule) {
        case P::RuleStatement: return statement(open.token);
        case P::RuleBlock:
          // One that would have begun here is what is missing.
          if (open.token < fault_.token && tokens_[open.token].begin < reported_) return part(fault_.token, Ending::statement);
          break;
        case P::RuleArm:
        case P::RuleField:
        case P::RuleEntry:
        case P::RuleImportName: return part(open.token, Ending::comma);
        case P::RuleMember: return part(open.token, Ending::member);
        default: break;
      }
    }
    return std::nullopt;
  }

 private:
  std::optional<Cut> statement(std::size_t from) const {
    // A forgotten `;` at the end of a line: the next line is a statement by itself.
    const bool ends_before = std::find(fault_.expected.begin(), fault_.expected.end(), L::SEMI) != fault_.expected.end() &&
                             fault_.token < tokens_.size() && fault_.token > from && first_on_line(fault_.token) &&
                             (tokens_[fault_.token].kind == L::LET || starts_expression(tokens_[fault_.token].kind));
    if (ends_before) return Cut{from, fault_.token};
    return part(from, Ending::statement);
  }

  std::optional<Cut> part(std::size_t from, Ending ending) const {
    const bool forgotten = ending == Ending::member && fault_.token > from && fault_.token < tokens_.size() &&
                           begins_member(tokens_[fault_.token].kind) && first_on_line(fault_.token);
    if (forgotten) return Cut{from, fault_.token};
    int depth = 0;
    std::size_t at = from;
    for (; at < tokens_.size(); ++at) {
      const std::uint32_t kind = tokens_[at].kind;
      if (opens(kind)) ++depth;
      if (closes(kind) && --depth < 0) break;
      if (depth != 0 || at < fault_.token) continue;
      // What follows on the same line as a block still belongs to the mistake.
      if (kind == L::END && at + 1 < tokens_.size() && !closes(tokens_[at + 1].kind) && !first_on_line(at + 1)) continue;
      if (ends(kind, ending)) return Cut{from, at + 1};
      const bool next_member = ending == Ending::member && at + 1 < tokens_.size() && begins_member(tokens_[at + 1].kind);
      if (next_member && first_on_line(at + 1)) return Cut{from, at + 1};
    }
    if (at == from) return std::nullopt;
    return Cut{from, at};
  }

  static bool ends(std::uint32_t kind, Ending ending) {
    switch (ending) {
      case Ending::statement: return kind == L::SEMI || kind == L::END;
      case Ending::comma: return kind == L::COMMA || kind == L::INSTALL_COMMA;
      case Ending::member: return kind == L::SEMI || kind == L::RBRACE;
    }
    return false;
  }

  static bool begins_member(std::uint32_t kind) { return kind == L::FN || kind == L::PUB || kind == L::TYPE; }

  static bool opens(std::uint32_t kind) {
    switch (kind) {
      case L::LPAREN:
      case L::ARM_LPAREN:
      case L::LBRACKET:
      case L::LBRACE:
      case L::RECORD_LBRACE:
      case L::FIELDS_LBRACE:
      case L::BODY_LBRACE:
      case L::HOLE: return true;
      default: return false;
    }
  }

  static bool closes(std::uint32_t kind) {
    return kind == L::RPAREN || kind == L::RBRACKET || kind == L::RBRACE || kind == L::HOLE_END;
  }

  bool first_on_line(std::size_t index) const {
    const std::size_t begin = tokens_[index].begin;
    const std::size_t before = text_.find_last_not_of(" \t", begin == 0 ? 0 : begin - 1);
    return begin == 0 || before == std::string_view::npos || text_[before] == '\n';
  }

  const SyntaxFault& fault_;
  const std::vector<Token>& tokens_;
  std::uint32_t reported_;
  std::string_view text_;
};

}  // namespace

std::optional<Cut> part_around(const SyntaxFault& fault, const std::vector<Token>& tokens, std::uint32_t reported,
                               std::string_view text) {
  return Search(fault, tokens, reported, text).run();
}

}  // namespace khora2cpp::syntax
