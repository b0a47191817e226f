// Where the translator's own parts are: runtime headers, runtime library, the library's interfaces, the
// precompiled header.
//
// A small text file of `key = value` lines says so, with paths relative to itself: `khora2cpp.paths` beside
// the executable in a build tree, `../share/khora2cpp/khora2cpp.paths` in an installed one. Nothing in the
// executable names a place of the machine it was built on.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace khora2cpp::driver {

struct Installation {
  std::vector<std::filesystem::path> include_directories;
  std::filesystem::path runtime_library;
  std::vector<std::string> link_options;     ///< after the runtime library
  std::vector<std::string> compile_options;  ///< everything must be compiled with these (sanitizers)
  std::filesystem::path library_interfaces;  ///< a folder with `khora/core/*.khi`, ..
  std::filesystem::path
      library_sources;   ///< a folder with `core/*.kh`, ..; used where there are no interfaces
  std::string compiler;  ///< the one khora2cpp was built with
  std::filesystem::path precompiled_header;  ///< a header with its precompiled form beside it, for `compiler`
                                             ///< at -O0; may be empty

  /// Changes when any of these files does, the translator itself included. Looks at sizes and times, not at
  /// contents.
  std::string identity() const;
};

/// What belongs to the running executable, or a sentence that says what is missing.
std::optional<Installation> find_installation(std::string& problem);

/// For tests: reads a `.paths` file.
std::optional<Installation> read_installation(const std::filesystem::path& paths_file, std::string& problem);

std::filesystem::path own_executable();

}  // namespace khora2cpp::driver
