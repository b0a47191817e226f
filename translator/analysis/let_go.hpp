// References that the program no longer uses and that C++ would keep to the end of their scope, before a `Handoff` counts them
// (emission.md 11).
#pragma once

#include "analysis/facts.hpp"

namespace khora2cpp::analysis {

/// Whether this is `Handoff::send` itself.
bool is_handoff_send(const types::Function& function);

/// Fills `facts.let_goes` and `facts.released_locals` for one function that hands something off. Needs its moves.
///
/// A binding that something may be written through, and that owns no resource, is let go of behind the statement that reads it last, if
/// a send may follow; in a branch or an arm that does not read it, at its start.
void find_let_goes(const types::Program& program, const types::Function& function, Facts& facts);

}  // namespace khora2cpp::analysis
