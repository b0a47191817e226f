// Which failures an expression raises, lexically and before any enclosing `catch` takes one (syntax-and-types.md F8).
#pragma once

#include <vector>

#include "types/program.hpp"

namespace khora2cpp::analysis {

struct Raised {
  std::vector<types::Type*> errors;  ///< each type once; a type parameter that stands for a failure counts
  bool is_open = false;              ///< a row variable is raised too: it may stand for anything
};

/// Lambdas left out. Rows are read as solved.
Raised raised_by(types::Program& program, const types::Expr& expr);

}  // namespace khora2cpp::analysis
