// Constants whose value needs itself by way of functions (E6). Internal to types/.
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "types/program.hpp"

namespace khora2cpp::types {

/// Reports each cycle of a constant and functions that is entered whenever the constant is evaluated. One that a condition can leave may
/// end, and stands; cycles of constants alone are found where constants are checked.
void check_constant_cycles(const Program& program, diagnostics::Diagnostics& diagnostics);

}  // namespace khora2cpp::types
