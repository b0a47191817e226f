// Walks a statement tree in the order of its text. For passes that only look: naming of locals, what a function mentions.
#pragma once

#include <functional>

#include "lower/tree.hpp"

namespace khora2cpp::emit {

struct Visitor {
  /// Each variable where it is introduced: parameters of lambdas, declarations, loop elements, caught errors.
  std::function<void(const lower::Variable&)> introduced = [](const lower::Variable&) {};
  /// Each expression, before its operands.
  std::function<void(const lower::Expr&)> expression = [](const lower::Expr&) {};
  /// Each statement, before its parts.
  std::function<void(const lower::Statement&)> statement = [](const lower::Statement&) {};
};

void visit(const lower::Block* block, const Visitor& visitor);
void visit(const lower::Expr* expr, const Visitor& visitor);

}  // namespace khora2cpp::emit
