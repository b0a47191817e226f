// A syntax tree as indented text, for tests and for people who look for a fault in the parser.
#pragma once

#include <string>

#include "syntax/ast.hpp"

namespace khora2cpp::syntax {

/// One line a node, children indented below. The same tree gives the same text; places are left out.
std::string dump(const File& file);
std::string dump(const Expr& expr);
std::string dump(const TypeExpr& type);
std::string dump(const Pattern& pattern);

}  // namespace khora2cpp::syntax
