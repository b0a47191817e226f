// What the user asked for. Misuse of the command line ends with status 2.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace khora2cpp::driver {

enum class Action { translate, check, run, build, test, bench, doc, explain };

struct CommandLine {
  Action action = Action::translate;
  std::vector<std::string> inputs;  ///< files; for all but `translate` and `doc` exactly one file or directory

  // translate
  std::string output;  ///< -o: a directory; for `build` the program
  bool line_map = false;
  std::string depfile;
  std::string depfile_target;
  std::vector<std::string> uses;  ///< folders with `.khi` interfaces
  std::string entry;              ///< the module with `main`
  bool tests = false;             ///< write the `test` blocks and a main that runs them
  bool benches = false;           ///< write the `bench` blocks and a main that measures them
  bool library = false;           ///< the inputs are the standard library itself
  std::string source_output;      ///< where `.cpp` files go, if not to `output`

  std::vector<std::string> links;      ///< run, build, test, bench: words for the linker
  bool json = false;                   ///< check
  bool release = false;                ///< build
  std::string filter;                  ///< test, bench
  std::vector<std::string> arguments;  ///< run: what follows `--`
  std::string code;                    ///< explain
};

/// Reads the command line. Without a value there is nothing to do (help was printed, or misuse reported) and
/// `status` is the exit status.
std::optional<CommandLine> parse_command_line(int argc, const char* const* argv, int& status);

}  // namespace khora2cpp::driver
