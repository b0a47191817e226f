// Words of other languages and what Khora writes instead (L12). Internal to syntax/.
#pragma once

#include <string_view>

namespace khora2cpp::syntax {

struct ForeignWord {
  std::string_view word;
  std::string_view advice;  ///< "Khora writes …"
};

/// At the start of a declaration. Null when it is no such word.
const ForeignWord* foreign_declaration(std::string_view word);
/// At the start of a statement or an expression.
const ForeignWord* foreign_expression(std::string_view word);
/// Between two operands, or behind the head of a construct.
const ForeignWord* foreign_connective(std::string_view word);

}  // namespace khora2cpp::syntax
