// What std::clock leaves to C++ (std-time.md): the readings and the sleep of the real clock.
#pragma once

#include "khora/integer.hpp"
#include "khora/tagged.hpp"

namespace khora::clock {

/// Milliseconds since 1970 of the wall clock.
Int read_unix_millis();
/// Milliseconds since the first reading in this process. Never decreases.
Int read_monotonic_millis();
/// Waits at least `millis`; a point.
Tagged<Unit> sleep_for(Int millis);

}  // namespace khora::clock
