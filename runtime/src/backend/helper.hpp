// The helper thread: it serves the timers and watches the scheduler's workers. It exists only when somebody needs it, and sleeps
// while there is nothing to do.
#pragma once

#include "khora/detail/fiber_state.hpp"

namespace khora::detail {

/// Makes the helper look at the timers and the workers now; starts it if need be.
void call_helper();

/// One look at the scheduler's workers. Answers when to look again, `no_deadline` if nobody is busy.
using Watch = Time (*)(Time now);
void set_watch(Watch watch);

}  // namespace khora::detail
