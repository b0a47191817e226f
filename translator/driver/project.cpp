#include "driver/project.hpp"

#include <algorithm>
#include <set>

#include "driver/files.hpp"

namespace khora2cpp::driver {
namespace {

constexpr const char* manifest_name = "khora.toml";

bool lies_below(const fs::path& path, const fs::path& directory) {
  const fs::path relative = path.lexically_relative(directory);
  return !relative.empty() && *relative.begin() != "..";
}

fs::path absolute_path(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return (error ? path : absolute).lexically_normal();
}

/// The name of a directory, also of `.`.
std::string directory_name(const fs::path& directory) {
  fs::path absolute = absolute_path(directory);
  if (!absolute.has_filename()) absolute = absolute.parent_path();
  const std::string name = absolute.filename().string();
  return name.empty() ? "program" : name;
}

/// The directory with the manifest that governs `path`; empty when there is none.
fs::path enclosing_package(const fs::path& path) {
  std::error_code error;
  for (fs::path at = path.parent_path();; at = at.parent_path()) {
    const fs::path directory = at.empty() ? fs::path(".") : at;
    if (fs::exists(directory / manifest_name, error)) return directory;
    if (at.empty() || at == at.parent_path()) break;
  }
  return {};
}

class Opener {
 public:
  Opener(Sources& sources, diagnostics::Diagnostics& diagnostics)
      : sources_(sources), diagnostics_(diagnostics) {}

  std::optional<Project> open(const fs::path& given) {
    std::error_code error;
    project_.given = given;
    if (!fs::is_directory(given, error)) return open_file(given);
    if (fs::exists(given / manifest_name, error)) return open_package(given);
    if (fs::exists(given / "main.kh", error)) return open_directory(given);
    diagnostics_
        .error(
            "D902", {},
            "`" + shown(given) + "` is not a program: it has neither `" + manifest_name + "` nor `main.kh`")
        .suggest("name a `.kh` file, or a directory with one of the two");
    return std::nullopt;
  }

 private:
  std::optional<Project> open_file(const fs::path& file) {
    project_.name = file.stem().string();
    project_.roots.push_back(file.has_parent_path() ? file.parent_path() : fs::path("."));
    project_.programs.push_back({project_.name, file, {file}});
    const fs::path absolute = absolute_path(file);
    if (const fs::path package = enclosing_package(absolute);
        !package.empty() && lies_below(absolute, package / "src")) {
      // The way the user wrote the path is kept, so that messages show it so.
      const fs::path folders = absolute.lexically_relative(package).parent_path();
      fs::path directory = project_.roots.front();
      for (auto folder = folders.begin(); folder != folders.end(); ++folder) directory /= "..";
      if (!read_package(directory.lexically_normal())) return std::nullopt;
    }
    return std::move(project_);
  }

  std::optional<Project> open_directory(const fs::path& directory) {
    project_.name = directory_name(directory);
    project_.roots.push_back(directory);
    std::vector<fs::path> visited;
    std::vector<fs::path> files = khora_files_below(directory, &visited);
    for (const fs::path& path : visited) sources_.looked_into(path);
    project_.programs.push_back({project_.name, directory / "main.kh", std::move(files)});
    return std::move(project_);
  }

  std::optional<Project> open_package(const fs::path& directory) {
    if (!read_package(directory)) return std::nullopt;
    const fs::path source = (directory / "src").lexically_normal();
    std::error_code error;
    if (!fs::is_directory(source, error)) {
      diagnostics_.error("D707", {},
                         "package `" + project_.name + "` has no `" + shown(source) + "` directory");
      return std::nullopt;
    }
    const auto program = [&](const std::string& name, const fs::path& entry) {
      std::vector<fs::path> files = shared_;
      files.push_back(entry);
      project_.programs.push_back({name, entry, std::move(files)});
    };
    const fs::path main = source / "main.kh";
    project_.has_default_program = fs::exists(main, error);
    if (project_.has_default_program) program(project_.name, main);
    for (const fs::path& file : project_.entry_files) {
      if (file != main) program(file.stem().string(), file);
    }
    project_.library_files = shared_;
    if (fs::exists(source / "lib.kh", error)) project_.library_files.push_back(source / "lib.kh");
    if (project_.programs.empty() && project_.library_files.empty()) {
      diagnostics_.error("D707", {},
                         "package `" + project_.name + "` has no source files in `" + shown(source) + "`");
      return std::nullopt;
    }
    return std::move(project_);
  }

  /// Reads the manifest of `directory` and those it depends on, and sorts the files of its `src`.
  bool read_package(const fs::path& directory) {
    const fs::path path = directory.empty() ? fs::path(manifest_name) : directory / manifest_name;
    const std::optional<Manifest> manifest = read_manifest(path, sources_.set(), diagnostics_);
    project_.manifests.push_back(path);
    if (!manifest) return false;
    if (!manifest->is_package) {
      auto& error = diagnostics_.error("D707", {},
                                       "`" + shown(path) + "` is a workspace and has no program of its own");
      std::string names;
      for (const std::string& member : manifest->members)
        names += (names.empty() ? "`" : ", `") + member + "`";
      if (!names.empty()) error.suggest("name one of its members: " + names);
      return false;
    }
    project_.name = manifest->name;
    project_.lints = manifest->lints;
    project_.grants = manifest->grants;
    if (manifest->has_extern_permission) project_.extern_packages = manifest->extern_packages;
    const fs::path source = (directory / "src").lexically_normal();
    project_.roots.push_back(source);
    sort_files(source, project_.entry_files, shared_);
    std::set<fs::path> seen = {absolute_path(directory)};
    return follow_dependencies(*manifest, seen);
  }

  /// The entry files of a source directory, and its shared modules (M9). `lib.kh` is neither.
  void sort_files(const fs::path& source, std::vector<fs::path>& entries, std::vector<fs::path>& shared) {
    std::vector<fs::path> visited;
    for (const fs::path& file : khora_files_below(source, &visited)) {
      if (is_entry_of(source, file)) {
        entries.push_back(file);
      } else if (file.lexically_relative(source) != "lib.kh") {
        shared.push_back(file);
      }
    }
    for (const fs::path& path : visited) sources_.looked_into(path);
  }

  bool follow_dependencies(const Manifest& manifest, std::set<fs::path>& seen) {
    for (const Dependency& dependency : manifest.dependencies) {
      if (!seen.insert(absolute_path(dependency.directory)).second) continue;
      const fs::path path = dependency.directory / manifest_name;
      const std::optional<Manifest> theirs = read_manifest(path, sources_.set(), diagnostics_);
      project_.manifests.push_back(path);
      if (!theirs) return false;
      if (theirs->name != dependency.name) {
        diagnostics_.error("D706", dependency.span,
                           "dependency `" + dependency.name + "` is a package named `" + theirs->name + "`");
        return false;
      }
      project_.dependencies.push_back({theirs->name, dependency.directory / "src"});
      if (!follow_dependencies(*theirs, seen)) return false;
    }
    return true;
  }

  Sources& sources_;
  diagnostics::Diagnostics& diagnostics_;
  Project project_;
  std::vector<fs::path> shared_;
};

}  // namespace

bool is_entry_of(const fs::path& source_directory, const fs::path& file) {
  const fs::path relative = file.lexically_normal().lexically_relative(source_directory.lexically_normal());
  return relative == "main.kh" || relative.parent_path() == "bin";
}

std::vector<fs::path> Project::all_files() const {
  std::vector<fs::path> files = library_files;
  for (const Program& program : programs) {
    for (const fs::path& file : program.files) {
      if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
    }
  }
  return files;
}

std::string Project::path_within(const fs::path& file) const {
  const fs::path absolute = absolute_path(file);
  const auto shortest_below = [&](const std::vector<fs::path>& directories) {
    fs::path shortest;
    for (const fs::path& directory : directories) {
      const fs::path from = absolute_path(directory);
      if (!lies_below(absolute, from)) continue;
      const fs::path relative = absolute.lexically_relative(from);
      if (shortest.empty() || relative.native().size() < shortest.native().size()) shortest = relative;
    }
    return shortest;
  };
  std::vector<fs::path> packages;
  for (const fs::path& manifest : manifests) packages.push_back(manifest.has_parent_path() ? manifest.parent_path() : fs::path("."));
  fs::path within = shortest_below(packages);
  if (within.empty()) within = shortest_below(roots);
  return (within.empty() ? file.filename() : within).generic_string();
}

std::optional<Project> open_project(const fs::path& given, Sources& sources,
                                    diagnostics::Diagnostics& diagnostics) {
  return Opener(sources, diagnostics).open(given);
}

const Program* default_program(const Project& project, diagnostics::Diagnostics& diagnostics) {
  if (project.has_default_program && !project.programs.empty()) return &project.programs.front();
  if (project.programs.empty()) {
    diagnostics.error("D707", {}, "package `" + project.name + "` is a library and has no program")
        .suggest("`khora2cpp check` and `khora2cpp test` are for libraries");
    return nullptr;
  }
  std::string names;
  for (const Program& program : project.programs)
    names += (names.empty() ? "`" : ", `") + shown(program.entry) + "`";
  diagnostics.error("D707", {}, "package `" + project.name + "` has no default program")
      .suggest("name one of " + names);
  return nullptr;
}

}  // namespace khora2cpp::driver
