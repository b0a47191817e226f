// The names that a file writes, whatever they mean. Internal to lints/.
#pragma once

#include <set>
#include <string>

#include "syntax/ast.hpp"

namespace khora2cpp::lints {

struct WrittenNames {
  std::set<std::string> values;  ///< single names in expressions and installations
  std::set<std::string> types;   ///< names of types, traits and effects, and what stands before `::`
  std::set<std::string> bound;   ///< names that locals have somewhere in the file
  std::set<std::uint32_t> installed_labels;  ///< where labels of `with { label: .. }` begin
  syntax::Comments pragmas;  ///< `// @klint ..`, in the order of the text
  bool walks = false;     ///< there is a `for`, which needs `Iterator` and `Step`
  bool decimals = false;  ///< there is a decimal literal, which needs `Decimal`
};

WrittenNames written_names(const syntax::File& file);

}  // namespace khora2cpp::lints
