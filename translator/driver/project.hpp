// What a file, a package directory or a bare directory on the command line stands for (syntax-and-types.md
// section 10.1).
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "driver/manifest.hpp"
#include "driver/sources.hpp"

namespace khora2cpp::driver {

/// One program: an entry file and the modules that are compiled with it whether imported or not.
struct Program {
  std::string name;
  std::filesystem::path entry;
  std::vector<std::filesystem::path> files;  ///< the entry file among them
};

/// Where the modules of a package that is depended on are found.
struct PackageRoot {
  std::string name;
  std::filesystem::path source_directory;

  /// Whether the module is named as those of the package are: by the package first.
  bool has(const std::string& module_path) const { return module_path.substr(0, module_path.find("::")) == name; }
};

/// Whether a file below the source directory of a package is the entry file of a program (M9).
bool is_entry_of(const std::filesystem::path& source_directory, const std::filesystem::path& file);

struct Project {
  std::string name;
  std::filesystem::path given;
  std::vector<std::filesystem::path> manifests;  ///< that were read
  std::vector<std::filesystem::path> roots;      ///< where imported modules are looked for
  std::vector<Program> programs;                 ///< of a package: the default one first, if there is one
  bool has_default_program = true;
  std::vector<std::filesystem::path> library_files;  ///< of a package: the shared modules and `src/lib.kh`
  std::vector<std::filesystem::path> entry_files;    ///< of a package: no module may import them
  /// The packages that may declare foreign functions, when `[permissions]` says so.
  std::optional<std::vector<std::string>> extern_packages;
  Grants grants;  ///< of the program; those of packages it depends on do not matter
  std::vector<PackageRoot> dependencies;
  std::map<std::string, LintLevel> lints;

  /// Everything there is to check or test, entry files included.
  std::vector<std::filesystem::path> all_files() const;

  /// A source file's path as it is on every machine: relative to its package, or to the source root it is in. Its name alone when it is in
  /// neither.
  std::string path_within(const std::filesystem::path& file) const;
};

/// Finds out what `given` is. Without a value, the reason is in `diagnostics` (D704, D706, D707, D902).
std::optional<Project> open_project(const std::filesystem::path& given, Sources& sources,
                                    diagnostics::Diagnostics& diagnostics);

/// The program that `run` and `build` are about; null, with a D707, when there is none.
const Program* default_program(const Project& project, diagnostics::Diagnostics& diagnostics);

}  // namespace khora2cpp::driver
