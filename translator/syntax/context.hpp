// Gives tokens the kind that depends on where they stand, so that the parser never looks far ahead. Internal
// to syntax/.
//
// Input: a token list whose brackets are balanced. It is changed in place: kinds listed under `tokens` in
// KhoraLexer.g4 are assigned, and `END` tokens are inserted. The rules are those of syntax-and-types.md:
// contextual words (L9), block-like statements (G13 to G15), records and blocks (G21, G22), arms (G23),
// installations (G25), element forms (G27). Reports D221 and D231. Answers nothing when the nesting is too
// deep for anybody to go on.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "syntax/token.hpp"

namespace khora2cpp::syntax {

/// Where the declarations begin, as indices of tokens. Used to go on after an error.
using ItemStarts = std::vector<std::size_t>;

std::optional<ItemStarts> place_tokens(TokenList& list, std::string_view text, source::FileId file,
                                       diagnostics::Diagnostics& diagnostics);

}  // namespace khora2cpp::syntax
