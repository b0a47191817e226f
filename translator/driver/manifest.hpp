// `khora.toml` (syntax-and-types.md section 10.4). Reports D704 (missing key, unreadable), D705 (unknown key)
// and D706 (dependency).
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "source/source.hpp"

namespace khora2cpp::driver {

enum class LintLevel { allow, warn, deny };

struct Dependency {
  std::string name;
  std::filesystem::path directory;  ///< of its manifest
  source::Span span;
};

/// What `[permissions]` grants the program. A category without a value grants everything.
struct Grants {
  using Globs = std::optional<std::vector<std::string>>;
  Globs fs_read, fs_write, env, network, process;
};

struct Manifest {
  std::string name;  ///< of the package
  std::string version;
  bool is_package = false;
  std::vector<std::string> members;      ///< of a workspace
  std::vector<Dependency> dependencies;  ///< by path
  std::map<std::string, LintLevel> lints;
  Grants grants;
  std::vector<std::string> extern_packages;
  bool has_extern_permission = false;  ///< `[permissions] extern` was written, or `default` denies
};

/// Reads `path`, whose text becomes part of `sources` so that diagnostics can show it. Without a value it
/// could not be read, or a required key is missing.
std::optional<Manifest> read_manifest(const std::filesystem::path& path, source::SourceSet& sources,
                                      diagnostics::Diagnostics& diagnostics);

}  // namespace khora2cpp::driver
