// Every kind of diagnostic: what `khora2cpp explain` says. The codes are those of syntax-and-types.md section
// 12; a lint is known by its name (section 10.3).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace khora2cpp::diagnostics {

struct Explanation {
  std::string_view code;   ///< `D301`, or the name of a lint
  std::string_view title;  ///< a few words
  std::string_view
      text;  ///< what it means, why it is so, and what to do; paragraphs are separated by an empty line
  std::string_view invalid;  ///< Khora that gets it; empty where no source text is at fault
  std::string_view valid;    ///< the same, repaired
};

enum class LintLevel { allow, warn };

struct Lint {
  std::string_view name;
  LintLevel level = LintLevel::warn;  ///< unless `[lints]` says otherwise
};

/// All explanations, codes in ascending order, then lints by name.
const std::vector<Explanation>& registry();

/// Null when there is no such code or lint. Letters of a code may be small: `d301`.
const Explanation* find_explanation(std::string_view code);

/// The lints there are, by name.
const std::vector<Lint>& lints();

/// An explanation laid out for a terminal, ending with a line break.
std::string explanation_text(const Explanation& explanation);

}  // namespace khora2cpp::diagnostics
