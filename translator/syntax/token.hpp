// What passes from the lexer to the parser. Internal to syntax/.
#pragma once

#include <cstdint>
#include <vector>

#include "source/source.hpp"
#include "syntax/ast.hpp"

namespace khora2cpp::syntax {

/// `kind` is a token type of the grammar (`grammar::KhoraLexer::ID` …). A virtual token covers no text.
struct Token {
  std::uint32_t kind = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

struct RawComment {
  Comment::Kind kind = Comment::Kind::line;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

struct TokenList {
  std::vector<Token> tokens;         ///< without an end-of-file token
  std::vector<RawComment> comments;  ///< in order
  /// Where a reported lexical error may have garbled what follows. A syntax error in the same declaration
  /// after such a place is most likely the same mistake and is not reported.
  std::vector<std::uint32_t> garbled;
};

}  // namespace khora2cpp::syntax
