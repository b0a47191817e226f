#include "driver/module_finder.hpp"

#include <algorithm>

#include "driver/files.hpp"

namespace khora2cpp::driver {
namespace {

/// `a::b::c` as `a/b/c`.
fs::path as_path(const std::string& module_path) {
  fs::path path;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = module_path.find("::", begin);
    path /= module_path.substr(begin, end == std::string::npos ? end : end - begin);
    if (end == std::string::npos) return path;
    begin = end + 2;
  }
}

/// `a/b/c` as `b/c`: a package's files usually lie in a directory that stands for its name.
fs::path without_first(const fs::path& path) {
  return path.lexically_relative(*path.begin());
}

fs::path with_extension(const fs::path& path, const char* extension) {
  return path.string() + extension;
}

}  // namespace

ModuleFinder::ModuleFinder(Sources& sources, const Project& project, std::vector<fs::path> uses,
                           const Installation* installation)
    : sources_(sources), project_(project), uses_(std::move(uses)), installation_(installation) {}

std::vector<const syntax::File*> ModuleFinder::load(const std::string& module_path, bool& is_interface) {
  std::vector<fs::path> paths;
  is_interface = false;
  bool own = false;
  if (module_path == "std" || module_path.rfind("std::", 0) == 0) {
    paths = find_library(module_path, is_interface);
  } else {
    for (const fs::path& root : project_.roots) {
      if (paths.empty()) paths = find_below(root, module_path);
    }
    // A module of that name in a dependency is there as well, whether it is found first or not (M1).
    for (const fs::path& path : find_in_dependencies(module_path)) paths.push_back(path);
    own = !paths.empty();
    if (paths.empty()) {
      if (const fs::path interface = find_interface(module_path); !interface.empty()) {
        paths.push_back(interface);
        is_interface = true;
      }
    }
  }
  std::vector<const syntax::File*> files;
  for (const fs::path& path : paths) {
    const syntax::File* const file = sources_.parse(path);
    if (!file || !file->module || modules::to_string(*file->module) != module_path) continue;
    if (std::find(files.begin(), files.end(), file) != files.end()) continue;
    files.push_back(file);
    if (own) own_.push_back(file);
  }
  return files;
}

std::vector<const syntax::File*> ModuleFinder::rivals_of(const std::vector<const syntax::File*>& given) {
  std::vector<const syntax::File*> rivals;
  for (const syntax::File* file : given) {
    if (!file->module) continue;
    for (const fs::path& path : find_in_dependencies(modules::to_string(*file->module))) {
      const syntax::File* const rival = sources_.parse(path);
      const auto is_new = [&](const auto& files) { return std::find(files.begin(), files.end(), rival) == files.end(); };
      if (rival && is_new(given) && is_new(rivals)) rivals.push_back(rival);
    }
  }
  return rivals;
}

bool ModuleFinder::is_own(const syntax::File* file) const {
  return std::find(own_.begin(), own_.end(), file) != own_.end();
}

std::vector<fs::path> ModuleFinder::find_library(const std::string& module_path, bool& is_interface) {
  if (!installation_ || module_path == "std") return {};
  const fs::path place = without_first(as_path(module_path));
  std::error_code error;
  const auto parts = [&](const fs::path& base, const char* extension) {
    std::vector<fs::path> files;
    const fs::path file = with_extension(base / place, extension);
    if (fs::exists(file, error)) files.push_back(file);
    for (const fs::path& part : khora_files_in(base / place, extension)) {
      if (sources_.module_of(part) == module_path) files.push_back(part);
    }
    return files;
  };
  if (!installation_->library_interfaces.empty()) {
    std::vector<fs::path> files = parts(installation_->library_interfaces / "khora", ".khi");
    if (!files.empty()) {
      is_interface = true;
      return files;
    }
  }
  return installation_->library_sources.empty() ? std::vector<fs::path>()
                                                : parts(installation_->library_sources, ".kh");
}

bool ModuleFinder::is_entry(const fs::path& file) const {
  return std::find(project_.entry_files.begin(), project_.entry_files.end(), file) !=
             project_.entry_files.end() ||
         std::any_of(project_.dependencies.begin(), project_.dependencies.end(),
                     [&](const PackageRoot& one) { return is_entry_of(one.source_directory, file); });
}

std::vector<fs::path> ModuleFinder::find_in_dependencies(const std::string& module_path) {
  std::vector<fs::path> paths;
  for (const PackageRoot& dependency : project_.dependencies) {
    if (!dependency.has(module_path)) continue;
    for (const fs::path& path : find_below(dependency.source_directory, module_path)) paths.push_back(path);
  }
  return paths;
}

std::vector<fs::path> ModuleFinder::find_below(const fs::path& root, const std::string& module_path) {
  const fs::path place = as_path(module_path);
  for (const fs::path& relative : {place, without_first(place)}) {
    const fs::path expected = (root / with_extension(relative, ".kh")).lexically_normal();
    if (relative == "." || is_entry(expected)) continue;
    if (sources_.module_of(expected) == module_path) {
      sources_.looked_into(expected.parent_path());
      return {expected};
    }
  }
  auto [index, is_new] = indexes_.try_emplace(root);
  if (is_new) {
    std::vector<fs::path> visited;
    for (const fs::path& file : khora_files_below(root, &visited)) {
      if (const std::string name = sources_.module_of(file); !name.empty() && !is_entry(file))
        index->second[name].push_back(file);
    }
    for (const fs::path& directory : visited) sources_.looked_into(directory);
  }
  const auto found = index->second.find(module_path);
  return found == index->second.end() ? std::vector<fs::path>() : found->second;
}

fs::path ModuleFinder::find_interface(const std::string& module_path) const {
  std::error_code error;
  for (const fs::path& use : uses_) {
    const fs::path file = with_extension(use / as_path(module_path), ".khi");
    if (fs::exists(file, error)) return file;
  }
  return {};
}

bool ModuleFinder::has_interface(const std::string& module_path, const fs::path& output) const {
  std::error_code error;
  return !find_interface(module_path).empty() || fs::exists(with_extension(output / as_path(module_path), ".khi"), error);
}

std::string ModuleFinder::hint_about(const std::string& module_path) {
  for (const fs::path& entry : project_.entry_files) {
    if (sources_.module_of(entry) == module_path) {
      return "`" + module_path + "` is in `" + shown(entry) +
             "`, an entry file: move what is shared to a module of its own";
    }
  }
  for (const PackageRoot& dependency : project_.dependencies) {
    if (!dependency.has(module_path)) continue;
    for (const fs::path& file : khora_files_below(dependency.source_directory)) {
      if (!is_entry_of(dependency.source_directory, file) || sources_.module_of(file) != module_path) continue;
      return "`" + module_path + "` is in `" + shown(file) + "`, an entry file of the package `" + dependency.name +
             "`, which offers its `src/lib.kh` and its shared modules: what is shared moves there";
    }
  }
  const fs::path place = as_path(module_path);
  for (const fs::path& root : project_.roots) {
    for (const fs::path& relative : {place, without_first(place)}) {
      if (relative == ".") continue;
      const fs::path expected = (root / with_extension(relative, ".kh")).lexically_normal();
      const std::string other = sources_.module_of(expected);
      if (other.empty() || other == module_path || is_entry(expected)) continue;
      return "`" + shown(expected) + "` says `module " + other + ";`: give it that name, or import `" + other + "`";
    }
  }
  return {};
}

}  // namespace khora2cpp::driver
