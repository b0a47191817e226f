// The workspace around a package: what its members inherit, and what they may grant. Internal to the reading of manifests.
#pragma once

#include <toml++/toml.h>

#include <filesystem>
#include <string>
#include <vector>

namespace khora2cpp::driver {

struct WorkspaceManifest {
  std::filesystem::path manifest;  ///< empty when there is none
  toml::table table;               ///< `[workspace]`

  /// Whether `members` names the directory of a package's manifest, and `exclude` does not.
  bool is_member(const std::filesystem::path& package_manifest) const;
};

/// The nearest manifest above a package's own that has a `[workspace]`.
WorkspaceManifest find_workspace(const std::filesystem::path& package_manifest);

/// Where manifests above a package's own are looked for, whether there are any or not, innermost first: what the package inherits changes with
/// them.
std::vector<std::filesystem::path> outer_manifests(const std::filesystem::path& package_manifest);

/// Whether a manifest above a package's own has a `[toolchain] version`, which then is the package's as well.
bool outer_names_toolchain(const std::filesystem::path& package_manifest);

/// A grant that the policy does not allow.
struct Grant {
  std::string key;                  ///< `network`, `fs.read`
  std::string value;
  const toml::node* node = nullptr;  ///< of the package's manifest; null: the key is not written, so that everything is granted
  std::string allowed;               ///< what the policy says instead
};
/// `inherits`: the package takes over the workspace's permissions where it writes none.
std::vector<Grant> forbidden_grants(const WorkspaceManifest& workspace, const toml::table* permissions, bool inherits);

/// Whether a glob covers a text: `*` stops at `/`, `**` crosses it.
bool glob_covers(std::string_view glob, std::string_view text);

}  // namespace khora2cpp::driver
