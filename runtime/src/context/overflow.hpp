// Reporting that a stack ran out (concurrency.md 17.5).
#pragma once

#include "context/stack.hpp"

namespace khora::detail {

/// Installs the handler of memory faults for the process. Under a generated `main` only.
void install_overflow_handler();
/// Gives the calling thread an alternate stack to handle faults on. Every thread that runs fibers calls it once.
void prepare_overflow_report();
/// Undoes that before the thread ends.
void forget_overflow_report();

}  // namespace khora::detail
