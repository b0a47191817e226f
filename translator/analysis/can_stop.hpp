// Which functions can stop, which are tagged, and which read the flag at entry: concurrency.md section 5, emission.md section 3.
#pragma once

#include "analysis/facts.hpp"
#include "analysis/mentions.hpp"

namespace khora2cpp::analysis {

/// Fills `facts.functions` for every function of the program. Interfaces' facts come from their pragmas.
void find_stopping_functions(types::Program& program, Facts& facts);

/// Fills `tagged` and `entry_check` of every lambda. Needs the facts of functions.
void find_stopping_lambdas(types::Program& program, Facts& facts);

}  // namespace khora2cpp::analysis
