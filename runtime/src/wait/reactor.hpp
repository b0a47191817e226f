// The thread that watches sockets for fibers that wait for them. It exists once somebody has waited for one, and sleeps while none is
// ready.
#pragma once

#include <cstdint>

#include "khora/detail/fiber_state.hpp"

namespace khora::detail {

enum class Readiness : std::uint8_t { readable, writable };

/// Waits on the current fiber until `descriptor` seems ready; the caller tries again, and may find that it is not. False: the fiber is
/// asked to stop, at a level that ends this wait.
bool wait_for(int descriptor, Readiness needed);

}  // namespace khora::detail
