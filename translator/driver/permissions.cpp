#include "driver/permissions.hpp"

#include <algorithm>

#include "driver/files.hpp"

namespace khora2cpp::driver {
namespace {

bool is_inside(const fs::path& path, const fs::path& directory) {
  std::error_code error;
  const fs::path relative = fs::absolute(path, error).lexically_normal().lexically_relative(
      fs::absolute(directory, error).lexically_normal());
  return !relative.empty() && *relative.begin() != "..";
}

std::string package_of(const fs::path& file, const Project& project) {
  for (const PackageRoot& dependency : project.dependencies) {
    if (is_inside(file, dependency.source_directory)) return dependency.name;
  }
  return project.name;
}

}  // namespace

void check_permissions(const modules::Graph& graph, const Sources& sources, const Project& project,
                       diagnostics::Diagnostics& diagnostics) {
  if (!project.extern_packages) return;
  std::string listed;
  for (const std::string& name : *project.extern_packages) listed += "\"" + name + "\", ";
  for (const auto& module : graph.modules) {
    if (module->is_std() || module->is_interface) continue;
    for (const syntax::File* file : module->parts) {
      const std::string package = package_of(sources.path_of(file), project);
      const auto& allowed = *project.extern_packages;
      if (std::find(allowed.begin(), allowed.end(), package) != allowed.end()) continue;
      for (const syntax::Item& item : file->items) {
        const auto* function = std::get_if<syntax::FunctionDecl>(&item.node);
        if (function == nullptr || !function->is_extern) continue;
        diagnostics
            .error("D703", function->name.span,
                   "package `" + package + "` may not declare foreign functions, and `" + function->name.text + "` is one")
            .suggest("write `extern = [" + listed + "\"" + package + "\"]` in `[permissions]` of `" + shown(project.manifests.front()) + "`");
      }
    }
  }
}

}  // namespace khora2cpp::driver
