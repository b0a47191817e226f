// Threads for calls that block: file-system calls, name look-ups (concurrency.md 21).
#pragma once

#include "backend/backend.hpp"

namespace khora::detail {

/// Runs `job` on a thread of the pool while `self`, the current fiber, waits; a stop does not shorten that. When all threads are
/// taken the fiber waits for one; the pool never grows past its limit, and idle threads retire.
void run_blocking(FiberState& self, BlockingJob& job);

}  // namespace khora::detail
