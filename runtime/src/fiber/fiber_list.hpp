// The list behind khora/detail/fiber_list.hpp, as the fiber layer keeps it.
#pragma once

#include "khora/detail/fiber_list.hpp"
#include "khora/detail/fiber_state.hpp"

namespace khora::detail {

extern bool fibers_are_listed;  // does not change after `main` has begun

void add_to_list(FiberState& fiber);
void take_from_list(FiberState& fiber);

}  // namespace khora::detail
