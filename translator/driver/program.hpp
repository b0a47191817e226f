// What `run`, `build`, `test` and `bench` have in common: from a path on the command line to a program in the cache.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "emit/emit.hpp"

namespace khora2cpp::driver {

struct ProgramRequest {
  std::string input;
  emit::Blocks blocks = emit::Blocks::none;  ///< the blocks to run instead of `main`
  bool release = false;
  std::vector<std::string> links;  ///< words for the linker, as the user wrote them
};

struct BuiltProgram {
  std::filesystem::path file;
  std::string name;
};

/// The program, translated and compiled if it is not in the cache. What is wrong, and warnings, have been
/// written to standard error; without a value there was an error.
std::optional<BuiltProgram> make_program(const ProgramRequest& request);

}  // namespace khora2cpp::driver
