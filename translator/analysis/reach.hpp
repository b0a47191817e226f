// What a mention leads to once types are known: the function itself, and whatever its bound calls become for these types.
#pragma once

#include <vector>

#include "analysis/dispatch.hpp"
#include "analysis/facts.hpp"

namespace khora2cpp::analysis {

struct Reached {
  std::vector<const types::Function*> functions;  ///< each once, the mentioned one first (unless it is a bound call)
  std::vector<BoundCall> bounds;                  ///< calls that still depend on a type parameter, each once
};

/// Follows `FunctionFacts::depends` of what it reaches, for the types of the mention.
Reached reach(types::Program& program, const Facts& facts, const Mention& mention);

/// A key that is equal for equal bound calls; in memory only.
std::string bound_key(const BoundCall& call);

/// What lower/ needs to know about one call or mention.
struct CallFacts {
  /// The C++ function that is named; null for a call through a bound.
  const types::Function* target = nullptr;
  /// The C++ call may be plain or tagged, depending on a type: wrap it in `khora::tagged(..)`.
  bool wraps = false;
  /// The C++ call answers a tagged result (before any wrapping).
  bool tagged = false;
  /// This call can stop or raise. A tagged call that cannot is taken with `.answer()`.
  bool leaves = false;
};
CallFacts call_facts(types::Program& program, const Facts& facts, const Mention& mention);

}  // namespace khora2cpp::analysis
