#include "syntax/lex.hpp"

#include <string>

#include "KhoraLexer.h"
#include "syntax/escapes.hpp"
#include "syntax/utf8_stream.hpp"

namespace khora2cpp::syntax {
namespace {

using grammar::KhoraLexer;
using source::Span;

/// The generated lexer gives up at a `}` too many.
class TolerantLexer final : public KhoraLexer {
 public:
  using KhoraLexer::KhoraLexer;
  std::size_t popMode() override { return modeStack.empty() ? mode : KhoraLexer::popMode(); }
};

class Lexing {
 public:
  Lexing(const source::SourceFile& file, source::FileId id, diagnostics::Diagnostics& diagnostics)
      : text_(file.text()), id_(id), diagnostics_(diagnostics), stream_(text_), lexer_(&stream_) {}

  TokenList run() {
    result_.tokens.reserve(text_.size() / 4);
    while (stream_.index() < text_.size()) step();
    report_open_at_end();
    return std::move(result_);
  }

 private:
  /// A string literal that has begun. Its hole is open when `hole_end` is not 0.
  struct OpenString {
    std::uint32_t begin = 0;
    std::size_t modes = 0;  ///< how many modes were on the stack before it
    bool quoted = false;
    std::uint32_t hole_begin = 0;
    bool in_hole = false;
    bool goes_on = false;  ///< the hole was reported for the line break in it, and ends on a later line
  };

  void step() {
    const auto begin = static_cast<std::uint32_t>(stream_.index());
    lexer_.type = antlr4::Token::INVALID_TYPE;
    lexer_.tokenStartCharIndex = begin;
    std::size_t kind;
    try {
      kind = lexer_.getInterpreter<antlr4::atn::LexerATNSimulator>()->match(&stream_, lexer_.mode);
    } catch (const antlr4::RecognitionException&) {
      stream_.seek(begin);
      stream_.consume();
      kind = KhoraLexer::UNREADABLE;
    }
    if (lexer_.type != antlr4::Token::INVALID_TYPE) kind = lexer_.type;
    const auto end = static_cast<std::uint32_t>(stream_.index());

    if (quoted_holes_ != 0 && kind != KhoraLexer::STRING_BREAK) {
      const std::size_t break_at = text_.substr(begin, end - begin).find_first_of("\r\n");
      if (break_at != std::string_view::npos) {
        const auto at = begin + static_cast<std::uint32_t>(break_at);
        if (kind != antlr4::Lexer::SKIP || !goes_on(at)) return break_quoted(at);
        report_going_on();
      }
    }
    if (kind == antlr4::Lexer::SKIP) return;
    take(static_cast<std::uint32_t>(kind), begin, end);
  }

  void take(std::uint32_t kind, std::uint32_t begin, std::uint32_t end) {
    switch (kind) {
      case KhoraLexer::LINE_COMMENT: return line_comment(begin, end);
      case KhoraLexer::COMMENT_BEGIN:
        if (comment_depth_++ == 0) comment_begin_ = begin;
        return;
      case KhoraLexer::COMMENT_TEXT: return;
      case KhoraLexer::COMMENT_END:
        if (--comment_depth_ == 0) result_.comments.push_back({Comment::Kind::block, comment_begin_, end});
        return;
      case KhoraLexer::UNREADABLE: return unreadable(begin, end);
      case KhoraLexer::BASED_NUMBER: return based_number(begin, end);
      case KhoraLexer::BAD_CHAR: return bad_char(begin, end);
      case KhoraLexer::CHAR: check_escapes(text_.substr(begin, end - begin), id_, begin, diagnostics_); break;
      case KhoraLexer::TEXT: check_escapes(text_.substr(begin, end - begin), id_, begin, diagnostics_); break;
      case KhoraLexer::QUOTE:
      case KhoraLexer::BACKTICK:
        open_.push_back({begin, lexer_.modeStack.size() - 1, kind == KhoraLexer::QUOTE, 0, false});
        break;
      case KhoraLexer::HOLE:
        if (open_.empty()) break;
        open_.back().hole_begin = begin;
        open_.back().in_hole = true;
        open_.back().goes_on = false;
        if (open_.back().quoted) ++quoted_holes_;
        break;
      case KhoraLexer::RBRACE:
        // Back among the text of a string: this brace closed its hole.
        if (lexer_.mode == KhoraLexer::QUOTED || lexer_.mode == KhoraLexer::TICKED) {
          kind = KhoraLexer::HOLE_END;
          open_.back().in_hole = false;
          if (open_.back().quoted && !open_.back().goes_on) --quoted_holes_;
        }
        break;
      case KhoraLexer::STRING_END:
      case KhoraLexer::TICK_END: open_.pop_back(); break;
      case KhoraLexer::STRING_BREAK: {
        if (quoted_holes_ != 0) return break_quoted(begin);
        const std::uint32_t string_begin = open_.back().begin;
        open_.pop_back();
        diagnostics_.error("D106", {id_, string_begin, begin}, "this string is not closed on its line")
            .suggest("close it with `\"`; a string between backticks may go over several lines");
        result_.garbled.push_back(string_begin);
        result_.tokens.push_back({KhoraLexer::STRING_END, begin, begin});
        return;
      }
      default: break;
    }
    result_.tokens.push_back({kind, begin, end});
  }

  /// Whether the hole that a line break stands in ends further down, with the rest of its string: then the mistake is the line break alone.
  bool goes_on(std::uint32_t at) const {
    if (!open_.back().quoted || !open_.back().in_hole) return false;
    std::size_t depth = 0;
    std::size_t lines = 0;
    for (std::size_t index = at; index < text_.size() && lines < 40; ++index) {
      const char one = text_[index];
      if (one == '\n') ++lines;
      if (one == '"') return false;
      if (one == '{') ++depth;
      if (one != '}' || depth-- != 0) continue;
      const std::size_t quote = text_.find('"', index);
      return quote != std::string_view::npos && text_.substr(index, quote - index).find('\n') == std::string_view::npos;
    }
    return false;
  }

  void report_going_on() {
    OpenString& string = open_.back();
    diagnostics_.error("D108", {id_, string.hole_begin, string.hole_begin + 2}, "this `${` is not closed on its line")
        .label({id_, string.begin, string.begin + 1}, "a string between quotes stays on one line, its holes included")
        .suggest("close the hole with `}` on the same line, or write the string between backticks");
    for (OpenString& one : open_) one.goes_on = one.goes_on || (one.quoted && one.in_hole);
    quoted_holes_ = 0;
  }

  /// A line ends inside a hole of a quoted string: the literal, and all that stands inside, ends here.
  void break_quoted(std::uint32_t at) {
    std::size_t outermost = 0;
    while (!open_[outermost].quoted || !open_[outermost].in_hole || open_[outermost].goes_on) ++outermost;
    const OpenString broken = open_[outermost];
    diagnostics_.error("D108", {id_, broken.hole_begin, broken.hole_begin + 2}, "this `${` is never closed")
        .label({id_, broken.begin, broken.begin + 1}, "the string ends with its line")
        .suggest("close the hole with `}` on the same line; `\\${` writes the two characters");
    result_.garbled.push_back(broken.begin);
    for (std::size_t index = open_.size(); index > outermost; --index) {
      const OpenString& string = open_[index - 1];
      if (string.in_hole) {
        result_.tokens.push_back({KhoraLexer::HOLE_END, at, at});
        if (string.quoted && !string.goes_on) --quoted_holes_;
      }
      result_.tokens.push_back(
          {string.quoted ? std::uint32_t{KhoraLexer::STRING_END} : std::uint32_t{KhoraLexer::TICK_END}, at,
           at});
    }
    open_.resize(outermost);
    comment_depth_ = 0;
    lexer_.modeStack.resize(broken.modes);
    lexer_.mode = antlr4::Lexer::DEFAULT_MODE;
    stream_.seek(at);
  }

  void report_open_at_end() {
    if (comment_depth_ != 0) {
      diagnostics_.error("D106", {id_, comment_begin_, comment_begin_ + 2}, "this comment is never closed")
          .suggest("comments nest: each `/*` needs a `*/` of its own");
      result_.garbled.push_back(comment_begin_);
    } else if (!open_.empty()) {
      const OpenString& innermost = open_.back();
      if (innermost.in_hole) {
        diagnostics_
            .error("D108", {id_, innermost.hole_begin, innermost.hole_begin + 2}, "this `${` is never closed")
            .label({id_, innermost.begin, innermost.begin + 1}, "in this string")
            .suggest("close the hole with `}`; `\\${` writes the two characters");
      } else {
        diagnostics_.error("D106", {id_, innermost.begin, innermost.begin + 1}, "this string is never closed")
            .suggest(innermost.quoted ? "close it with `\"`" : "close it with a backtick");
      }
      result_.garbled.push_back(open_.front().begin);
    }
  }

  void line_comment(std::uint32_t begin, std::uint32_t end) {
    const std::string_view text = text_.substr(begin, end - begin);
    Comment::Kind kind = Comment::Kind::line;
    if (text.starts_with("//!")) {
      kind = Comment::Kind::module_doc;
    } else if (text.starts_with("///") && !text.starts_with("////")) {
      kind = Comment::Kind::doc;
    }
    result_.comments.push_back({kind, begin, end});
  }

  void unreadable(std::uint32_t begin, std::uint32_t end) {
    // `größe` is one mistake, although its letters outside ASCII stand apart.
    const bool same_word =
        last_unreadable_ != 0 && !result_.tokens.empty() && result_.tokens.back().end == begin &&
        result_.tokens.back().begin == last_unreadable_ && result_.tokens.back().kind == KhoraLexer::ID;
    const bool adjacent = last_unreadable_ == begin;
    last_unreadable_ = end;
    if (same_word || adjacent) return;
    result_.garbled.push_back(begin);
    const std::string_view run = text_.substr(begin, end - begin);
    if (run == "'") {
      diagnostics_.error("D107", {id_, begin, end}, "this `'` begins no character")
          .suggest(
              "a character literal is one character between apostrophes, such as 'q'; a row variable is "
              "written like 'ef");
      return;
    }
    auto& diagnostic =
        diagnostics_.error("D102", {id_, begin, end}, "`" + std::string(run) + "` cannot be read");
    const char first = run.front();
    if (first == '&') {
      diagnostic.suggest("the logical operator is `&&`; there are no operators on bits and no references");
    } else if (first == '?') {
      diagnostic.suggest("an optional type is written `Option<A>`, and a choice `if c { a } else { b }`");
    } else if (first == '#' || first == '@') {
      diagnostic.suggest(
          "there are no attributes; a comment begins with `//`, and `derive(…)` stands before `type`");
      if (first == '#') skip_foreign_comment(begin, end);
    } else if (first == '^' || first == '~') {
      diagnostic.suggest("there are no operators on bits");
    } else if (static_cast<unsigned char>(first) >= 0x80) {
      diagnostic.suggest(
          "names are made of ASCII letters, digits and `_`; other characters belong into strings and "
          "comments");
    }
  }

  /// Elsewhere `#` begins a comment or an attribute: what follows in its line is meant for neither the parser nor the reader of errors.
  void skip_foreign_comment(std::uint32_t begin, std::uint32_t end) {
    if (!open_.empty()) return;
    // Behind an operand it rather stands for an operator.
    const std::size_t before = text_.substr(0, begin).find_last_not_of(" \t");
    if (before != std::string_view::npos && std::string_view("\r\n;,{}").find(text_[before]) == std::string_view::npos) return;
    stream_.seek(std::min(text_.find('\n', end), text_.size()));
  }

  void based_number(std::uint32_t begin, std::uint32_t end) {
    const char letter = static_cast<char>(text_[begin + 1] | 0x20);
    const char* base = letter == 'x' ? "hexadecimal" : letter == 'b' ? "binary" : "octal";
    diagnostics_.error("D101", {id_, begin, end}, std::string("there are no ") + base + " literals")
        .suggest("numbers are written in decimal, with `_` to group the digits: 65_535");
    result_.tokens.push_back({KhoraLexer::INT, begin, end});
  }

  void bad_char(std::uint32_t begin, std::uint32_t end) {
    const bool empty = end - begin == 2;
    if (empty && end < text_.size() && text_[end] == '\'') {
      diagnostics_.error("D107", {id_, begin, end + 1}, "an apostrophe does not stand in a character literal as it is").suggest("write '\\''");
      stream_.seek(end + 1);
      result_.tokens.push_back({KhoraLexer::CHAR, begin, end + 1});
      return;
    }
    auto& diagnostic = diagnostics_.error("D107", {id_, begin, end},
                                          empty ? "a character literal holds one character, and this one none"
                                                : "a character literal holds one character");
    if (empty) {
      diagnostic.suggest("an empty text is the string \"\"");
    } else {
      diagnostic.suggest("write a string: \"" + std::string(text_.substr(begin + 1, end - begin - 2)) + "\"");
    }
    result_.tokens.push_back({KhoraLexer::CHAR, begin, end});
  }

  std::string_view text_;
  source::FileId id_;
  diagnostics::Diagnostics& diagnostics_;
  Utf8Stream stream_;
  TolerantLexer lexer_;
  TokenList result_;
  std::vector<OpenString> open_;
  std::size_t quoted_holes_ = 0;  ///< how many of the open holes belong to a quoted string
  std::size_t comment_depth_ = 0;
  std::uint32_t comment_begin_ = 0;
  std::uint32_t last_unreadable_ = 0;
};

}  // namespace

TokenList lex(const source::SourceFile& file, source::FileId id, diagnostics::Diagnostics& diagnostics) {
  return Lexing(file, id, diagnostics).run();
}

}  // namespace khora2cpp::syntax
