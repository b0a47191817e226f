// The examples of `explain`, as programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "types/checker.hpp"

namespace khora2cpp::test {

/// Whether an example is about a manifest or a command, and is tried by the tests of the command line.
bool needs_command_line(std::string_view example);

/// The files of an example: lines such as `// quay.kh` begin one. To a file without a `module` line is added what the examples leave out:
/// that line, and imports of what it uses of `std::core`.
std::vector<Source> program_of(std::string_view example);

/// What is reported about an example of `code`. Lints that are off by themselves are left out unless the example is about them.
diagnostics::Diagnostics reported_about(std::string_view code, std::string_view example);

/// Everything that is reported, in the form users see.
std::string rendered(const diagnostics::Diagnostics& reported);

/// A file of rendered messages: `=== CODE`, then the text.
struct Rendered {
  std::string code;
  std::string text;
};
std::vector<Rendered> read_rendered(const std::string& path);

}  // namespace khora2cpp::test
