// What a body mentions and contains, as far as the rules of concurrency.md section 5 ask. Gathered once a body; can_stop.cpp draws the
// conclusions.
#pragma once

#include <vector>

#include "types/program.hpp"

namespace khora2cpp::analysis {

/// A function that is called or used as a value, directly or by an operator, interpolation or a `for`.
struct Mention {
  const types::Function* function = nullptr;  ///< of a trait when `self` is set
  std::vector<types::Type*> owner_arguments;
  std::vector<types::Type*> arguments;
  types::Type* self = nullptr;
  std::vector<types::Type*> trait_arguments;
};

struct BodySummary {
  std::vector<Mention> mentions;
  /// A loop, a `!`, a call through a function value, or a function value handed to the library (c5, rules 1 to 5 and 7).
  bool stops = false;
  /// The body itself, lambdas left out, calls through a function value or hands one to the library (c5.3).
  bool entry = false;
  /// The body itself contains a `raise` that can leave it.
  bool raises = false;
};

/// `body` with every lambda written in it, except that `entry` and `raises` look at the body alone.
BodySummary summarize(const types::Program& program, const types::Expr& body);

/// The mention a statically named callee is.
Mention mention_of(const types::Callee& callee);
/// The function of a comparison that is not built in: `Eq::eq` or `Ord::cmp`.
const types::Function* comparison_function(const types::Program& program, syntax::BinaryOp op);
/// Whether a hole of this type is shown by a call of its impl of `Show` (a `String` is inserted; scalars are shown by the runtime).
bool is_shown_by_impl(const types::Type* hole);

/// Whether the call hands a function value to something that is not an ordinary Khora function (c5 rule 5).
bool hands_function_to_library(const types::CallExpr& call);

}  // namespace khora2cpp::analysis
