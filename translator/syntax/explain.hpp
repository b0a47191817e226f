// What to say where a parse failed (D204..D234). Internal to syntax/.
//
// One diagnostic for one fault. Known mistakes, above all those of people who write another language, are
// looked for first; what is left is told as what was expected and what stands there.
#pragma once

#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "syntax/token.hpp"

namespace khora2cpp::syntax {

/// The first token that fits nowhere, what could stand there, and the rules of the grammar that were open,
/// innermost first.
struct SyntaxFault {
  struct Open {
    std::size_t rule = 0;
    std::size_t token = 0;  ///< where it began
  };
  std::size_t token = 0;
  std::vector<std::uint32_t> expected;  ///< kinds of tokens
  std::vector<Open> open;
};

/// The declaration in which it failed: tokens `from` to, not including, `to` of a file.
struct FaultyItem {
  const std::vector<Token>& tokens;
  std::size_t from;
  std::size_t to;
  std::string_view text;
  source::FileId file;
};

/// Reports exactly one diagnostic.
void explain(const SyntaxFault& fault, const FaultyItem& item, diagnostics::Diagnostics& diagnostics);

}  // namespace khora2cpp::syntax
