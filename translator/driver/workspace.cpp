#include "driver/workspace.hpp"

#include <algorithm>

#include "driver/files.hpp"

namespace khora2cpp::driver {
namespace {

bool any_covers(const toml::array* globs, std::string_view text) {
  if (globs == nullptr) return false;
  return std::any_of(globs->begin(), globs->end(), [&](const toml::node& glob) { return glob_covers(glob.value_or(std::string()), text); });
}

std::string listed(const toml::array& texts) {
  std::string list;
  for (const toml::node& text : texts) list += (list.empty() ? "`" : ", `") + text.value_or(std::string()) + "`";
  return list.empty() ? "nothing" : list;
}

}  // namespace

bool glob_covers(std::string_view glob, std::string_view text) {
  if (glob.empty()) return text.empty();
  if (glob.front() != '*') return !text.empty() && glob.front() == text.front() && glob_covers(glob.substr(1), text.substr(1));
  const bool crosses = glob.substr(0, 2) == "**";
  const std::string_view rest = glob.substr(crosses ? 2 : 1);
  for (std::size_t taken = 0;; ++taken) {
    if (glob_covers(rest, text.substr(taken))) return true;
    if (taken == text.size() || (!crosses && text[taken] == '/')) return false;
  }
}

bool WorkspaceManifest::is_member(const std::filesystem::path& package_manifest) const {
  std::error_code error;
  const std::string place = fs::absolute(package_manifest, error).lexically_normal().parent_path().lexically_relative(fs::absolute(manifest, error).lexically_normal().parent_path()).generic_string();
  return any_covers(table["members"].as_array(), place) && !any_covers(table["exclude"].as_array(), place);
}

std::vector<std::filesystem::path> outer_manifests(const std::filesystem::path& package_manifest) {
  std::error_code error;
  std::vector<fs::path> places;
  fs::path directory = fs::absolute(package_manifest, error).lexically_normal().parent_path();
  while (directory.has_relative_path()) {
    directory = directory.parent_path();
    places.push_back(directory / "khora.toml");
  }
  return places;
}

namespace {

/// Calls `f(directory, root)` for the manifests of the directories around a package's, innermost first, until it answers true. `directory`
/// is written the way the user wrote the path, so that messages show it so.
template <class F>
bool any_outer_manifest(const std::filesystem::path& package_manifest, F&& f) {
  std::error_code error;
  fs::path shown_directory = package_manifest.parent_path();
  for (const fs::path& path : outer_manifests(package_manifest)) {
    shown_directory /= "..";
    if (!fs::exists(path, error)) continue;
    const toml::parse_result root = [&]() -> toml::parse_result {
      try {
        return toml::parse_file(path.string());
      } catch (const toml::parse_error&) {
        return {};  // reported when somebody builds there
      }
    }();
    if (f(shown_directory.lexically_normal(), root)) return true;
  }
  return false;
}

}  // namespace

WorkspaceManifest find_workspace(const std::filesystem::path& package_manifest) {
  WorkspaceManifest found;
  any_outer_manifest(package_manifest, [&](const fs::path& directory, const toml::table& root) {
    const toml::table* const table = root["workspace"].as_table();
    if (table != nullptr) found = {directory / "khora.toml", *table};
    return table != nullptr;
  });
  return found;
}

bool outer_names_toolchain(const std::filesystem::path& package_manifest) {
  return any_outer_manifest(package_manifest,
                            [](const fs::path&, const toml::table& root) { return root["toolchain"]["version"].is_string(); });
}

std::vector<Grant> forbidden_grants(const WorkspaceManifest& workspace, const toml::table* permissions, bool inherits) {
  std::vector<Grant> found;
  const toml::table* const policy = workspace.table["policy"].as_table();
  if (policy == nullptr) return found;
  const toml::table* const shared = inherits ? workspace.table["permissions"].as_table() : nullptr;
  // What the package writes counts; what it does not write is the workspace's, if it takes that over.
  const auto written = [&](const std::string& key) {
    const toml::node* own = permissions != nullptr ? permissions->at_path(key).node() : nullptr;
    return own != nullptr || shared == nullptr ? own : shared->at_path(key).node();
  };
  const toml::node* const level = written("default");
  const bool denies = level != nullptr && level->value_or(std::string()) == "deny";
  const auto check = [&](const std::string& key) {
    const toml::array* const allowed = policy->at_path(key).as_array();
    if (allowed == nullptr) return;
    const toml::node* const node = written(key);
    const toml::array* const granted = node != nullptr ? node->as_array() : nullptr;
    const bool is_own = node != nullptr && permissions != nullptr && permissions->at_path(key).node() == node;
    if (granted == nullptr) {
      if (!denies) found.push_back({key, "", nullptr, listed(*allowed)});
      return;
    }
    for (const toml::node& grant : *granted) {
      const std::string value = grant.value_or(std::string());
      if (!any_covers(allowed, value)) found.push_back({key, value, is_own ? &grant : permissions, listed(*allowed)});
    }
  };
  for (const char* key : {"network", "env", "process", "fs.read", "fs.write", "extern"}) check(key);
  return found;
}

}  // namespace khora2cpp::driver
