// Starting other programs.
#pragma once

#include <string>
#include <vector>

namespace khora2cpp::driver {

struct ProcessResult {
  bool started = false;
  int status = 0;       ///< exit status; 128 + the signal when one ended it
  std::string output;   ///< what it wrote to standard output and standard error, together
  std::string problem;  ///< why it could not be started
};

using Arguments = std::vector<std::string>;

/// Runs a program to its end with standard input closed. `arguments[0]` is looked up in `PATH`.
ProcessResult run_process(const Arguments& arguments);

/// Runs all of them, at most `jobs` at a time. Results stand in the order of the commands. After a failure
/// nothing new is started.
std::vector<ProcessResult> run_processes(const std::vector<Arguments>& commands, unsigned jobs);

/// Becomes the program. Only comes back, with the reason, when that is impossible. `name` is what the program
/// sees as its own.
std::string replace_process(const std::string& program, const std::string& name, const Arguments& arguments);

/// The file that `name` would start, or an empty string.
std::string find_program(const std::string& name);

/// A command as one would type it in a shell.
std::string shell_text(const Arguments& arguments);

/// Splits a command such as `$CXX` at blanks; single and double quotes keep blanks.
Arguments split_command(const std::string& text);

}  // namespace khora2cpp::driver
