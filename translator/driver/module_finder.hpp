// Finds the files of modules that are imported and were not given.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "driver/installation.hpp"
#include "driver/project.hpp"
#include "driver/sources.hpp"
#include "modules/graph.hpp"

namespace khora2cpp::driver {

/// Looks, in this order, in the library (for `std`), the package's own source roots, its dependencies, and
/// the `--use` folders.
///
/// A module's name comes from its `module` line. The place where a file of that name is expected is tried
/// first; then every file below the source root is looked at.
class ModuleFinder {
 public:
  ModuleFinder(Sources& sources, const Project& project, std::vector<std::filesystem::path> uses,
               const Installation* installation);

  /// A `modules::Loader`.
  std::vector<const syntax::File*> load(const std::string& module_path, bool& is_interface);
  /// Files of the packages depended on that say the same module as one of `given`, and are not given themselves.
  std::vector<const syntax::File*> rivals_of(const std::vector<const syntax::File*>& given);
  /// Modules found below source roots: part of the program, unlike those of interfaces.
  bool is_own(const syntax::File* file) const;
  /// Whether a translation left the interface of that module in one of the `--use` folders or in `output`.
  bool has_interface(const std::string& module_path, const std::filesystem::path& output) const;
  /// What to say about an import of `module_path`, if it names an entry file (M10) or a file that says another name.
  std::string hint_about(const std::string& module_path);

 private:
  std::vector<std::filesystem::path> find_library(const std::string& module_path, bool& is_interface);
  std::vector<std::filesystem::path> find_below(const std::filesystem::path& root,
                                                const std::string& module_path);
  std::vector<std::filesystem::path> find_in_dependencies(const std::string& module_path);
  std::filesystem::path find_interface(const std::string& module_path) const;
  bool is_entry(const std::filesystem::path& file) const;

  Sources& sources_;
  const Project& project_;
  std::vector<std::filesystem::path> uses_;
  const Installation* installation_;
  /// Per root: the files by the name in their `module` line; filled when first needed.
  std::map<std::filesystem::path, std::map<std::string, std::vector<std::filesystem::path>>> indexes_;
  std::vector<const syntax::File*> own_;
};

}  // namespace khora2cpp::driver
