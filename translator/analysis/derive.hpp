// Derived impls written out as ordinary bodies (syntax-and-types.md 7.5), so that nothing after this needs to know that they were derived.
#pragma once

#include "types/program.hpp"

namespace khora2cpp::analysis {

/// Gives every derived impl its function. Doing it twice adds nothing.
void write_derived_impls(types::Program& program);

}  // namespace khora2cpp::analysis
