// Where a local is read for the last time, so that its value can be moved out of it (emission.md 5.5, 6 and 11).
#pragma once

#include <set>

#include "analysis/facts.hpp"

namespace khora2cpp::analysis {

/// Fills `facts.last_uses`, `facts.moved_locals`, `facts.let_goes` and the sinks of functions. Parameters and `let` bindings count that own
/// no resource, are captured by no lambda, and are not taken apart by a pattern (its names would refer into them). Needs `facts.locals`,
/// and the facts of interfaces.
void find_last_uses(const types::Program& program, Facts& facts);

}  // namespace khora2cpp::analysis
