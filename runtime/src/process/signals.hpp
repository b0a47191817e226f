// SIGTERM and SIGINT (concurrency.md 17.6).
#pragma once

#include "khora/detail/fiber_state.hpp"

namespace khora::detail {

/// Blocks the two signals in this thread and all it starts from now on, and watches for them on a thread of their own: the first
/// cancels `root`, the second ends the process. Called before any other thread exists.
void watch_signals(FiberState& root);
/// Undoes the blocking in a child process that is about to become another program.
void unblock_signals();

}  // namespace khora::detail
