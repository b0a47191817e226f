#include "driver/toolchain.hpp"

#include <sys/stat.h>

#include <cstdlib>

#include "driver/files.hpp"
#include "driver/hash.hpp"

namespace khora2cpp::driver {

std::optional<Toolchain> find_toolchain(const Installation& installation,
                                        diagnostics::Diagnostics& diagnostics) {
  const char* const chosen = std::getenv("CXX");
  const bool is_chosen = chosen && *chosen != '\0';
  Toolchain toolchain;
  toolchain.command = is_chosen ? split_command(chosen) : Arguments{installation.compiler};
  if (toolchain.command.empty() || toolchain.command.front().empty()) {
    diagnostics.error("D904", {}, "there is no C++ compiler to use").suggest("set `CXX` to a C++20 compiler");
    return std::nullopt;
  }
  std::string path = find_program(toolchain.command.front());
  if (path.empty() && !is_chosen) {
    // The compiler of the build may have a versioned or moved name here.
    for (const char* usual : {"c++", "g++", "clang++"}) {
      if (path.empty()) path = find_program(usual);
    }
    if (!path.empty()) toolchain.command = {path};
  }
  if (path.empty()) {
    const std::string tried = "`" + toolchain.command.front() + "`" +
                              (is_chosen ? " (from `CXX`)" : ", `c++`, `g++` and `clang++`");
    diagnostics.error("D904", {}, "there is no C++ compiler: tried " + tried)
        .suggest("set `CXX` to a C++20 compiler");
    return std::nullopt;
  }
  Hasher hasher;
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  struct stat facts {};
  if (!error && ::stat(real.c_str(), &facts) == 0) {
    hasher.add(real.string());
    hasher.add(static_cast<std::uint64_t>(facts.st_size));
    hasher.add(static_cast<std::uint64_t>(facts.st_mtim.tv_sec));
  }
  for (const std::string& word : toolchain.command) hasher.add(word);
  toolchain.identity = hasher.hex();
  const fs::path default_compiler = fs::canonical(find_program(installation.compiler), error);
  toolchain.is_default = !error && real == default_compiler && toolchain.command.size() == 1;
  return toolchain;
}

bool can_compile(const Toolchain& toolchain) {
  Arguments command = toolchain.command;
  for (const char* option : {"-std=c++20", "-fsyntax-only", "-x", "c++", "/dev/null"})
    command.emplace_back(option);
  const ProcessResult result = run_process(command);
  return result.started && result.status == 0;
}

}  // namespace khora2cpp::driver
