// Where a parse failed, and what to say about it (D201..D234). Internal to syntax/.
#pragma once

#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "syntax/token.hpp"

namespace khora2cpp::syntax {

/// The first token that fits nowhere, and the rules of the grammar that were open there, innermost first.
struct SyntaxFault {
  struct Open {
    std::size_t rule = 0;
    std::size_t token = 0;  ///< where it began
  };
  std::size_t token = 0;
  std::vector<Open> open;
};

/// The declaration in which it failed: tokens `from` to, not including, `to`.
struct FaultyItem {
  const std::vector<Token>& tokens;
  std::size_t from;
  std::size_t to;
  std::string_view text;
  source::FileId file;
};

/// Reports one diagnostic.
void explain(const SyntaxFault& fault, const FaultyItem& item, diagnostics::Diagnostics& diagnostics);

}  // namespace khora2cpp::syntax
