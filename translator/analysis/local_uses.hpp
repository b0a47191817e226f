// How locals are used: how often each is read, whether it is assigned, and whether a lambda captures it.
#pragma once

#include "analysis/facts.hpp"

namespace khora2cpp::analysis {

/// Fills `facts.locals`. A capability that a call takes from its surroundings is read there.
void find_local_uses(const types::Program& program, Facts& facts);

}  // namespace khora2cpp::analysis
