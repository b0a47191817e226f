// The stack trace of a trap.
#pragma once

namespace khora::detail {

/// Writes the calls that led here to standard error, the program's own innermost function first, with file and line where the
/// build has debug information.
void report_backtrace();

}  // namespace khora::detail
