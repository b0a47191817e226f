// Where declarations stand: which private declarations a header needs (emission.md 10).
#pragma once

#include "analysis/facts.hpp"

namespace khora2cpp::analysis {

/// Fills `in_header`, `types_in_header` and `traits_in_header`. Needs the mentions' dispatch, hence nothing but the program.
void place_declarations(types::Program& program, Facts& facts);

}  // namespace khora2cpp::analysis
