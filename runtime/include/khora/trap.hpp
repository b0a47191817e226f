// How a program ends at a bug: traps and fatal errors (concurrency.md 17.1, 17.2).
#pragma once

#include <cstdint>
#include <string_view>

namespace khora {

/// Ends the process with status 134 after `khora: WHAT[ on fiber N]` and the backtrace note. No cleanup runs; standard output is
/// flushed. For bugs of the program: overflow, an index outside, `todo()`.
[[noreturn]] void trap(std::string_view what);

namespace detail {

/// Ends the process with status 134 after `khora: SENTENCE`. For misuse of the runtime that types do not catch.
[[noreturn]] void fatal(std::string_view sentence);

/// What a thread that is about to end the process does first.
enum class LastAct : std::uint8_t {
  exit,    // runs what is left to run, in which it may still trap
  report,  // says why; a trap on the way to that ends the process at once
};
/// Makes the calling thread the one that ends the process. Does not come back if another one does already: a trap that is being reported is
/// the end, whatever comes to its own meanwhile. Safe in signal handlers.
void claim_the_end(LastAct act);

/// Writes `line` and a newline to standard error in one piece.
void report_line(std::string_view line);

}  // namespace detail
}  // namespace khora
