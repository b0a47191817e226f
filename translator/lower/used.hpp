// What of the program is mentioned by what is emitted. Asked of the statement trees, not of the typed program: only they know what is never
// reached, and what has no effect and is dropped.
#pragma once

#include "lower/lower.hpp"

namespace khora2cpp::lower {

/// Whether a program can start with the function: it is called `main` and has a form that M8 allows. `pub` is not required.
bool can_be_main(const types::Function& function);

/// Fills `lowered.used` and `lowered.maybe_unneeded`. Needs all trees of the program. `blocks`: what is emitted beside the declarations.
void find_used(const types::Program& program, const analysis::Facts& facts, types::Blocks blocks, Program& lowered);

}  // namespace khora2cpp::lower
