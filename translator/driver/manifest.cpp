#include "driver/manifest.hpp"

#include <toml++/toml.h>

#include <algorithm>

#include "diagnostics/registry.hpp"
#include "driver/files.hpp"
#include "driver/workspace.hpp"

namespace khora2cpp::driver {
namespace {

using Keys = std::vector<std::string_view>;

bool is_lint(std::string_view name) {
  const auto& all = diagnostics::lints();
  return std::any_of(all.begin(), all.end(), [&](const diagnostics::Lint& lint) { return lint.name == name; });
}

bool is_identifier(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || digit(c); });
}

bool is_version(std::string_view text) {
  int dots = 0;
  bool digit_before = false;
  for (char c : text.substr(0, std::min(text.find_first_of("-+"), text.size()))) {
    if (c == '.' && digit_before) {
      ++dots;
      digit_before = false;
    } else if (c >= '0' && c <= '9') {
      digit_before = true;
    } else {
      return false;
    }
  }
  return dots == 2 && digit_before;
}

class Reader {
 public:
  Reader(fs::path path, source::FileId id, const source::SourceSet& sources,
         diagnostics::Diagnostics& diagnostics)
      : path_(std::move(path)), id_(id), sources_(sources), diagnostics_(diagnostics) {}

  std::optional<Manifest> read(const toml::table& root) {
    known(root, "",
          {"package", "toolchain", "dependencies", "permissions", "lints", "fmt", "build", "tasks",
           "workspace"});
    Manifest manifest;
    if (const toml::table* package = table(root, "package")) {
      read_package(*package, manifest);
      read_toolchain(root);
    } else if (const toml::table* workspace = table(root, "workspace")) {
      read_members(*workspace, manifest);
    } else {
      missing("package", "name", {id_, 0, 0});
    }
    if (const toml::table* dependencies = table(root, "dependencies"))
      read_dependencies(*dependencies, manifest);
    if (const toml::table* lints = table(root, "lints")) {
      if (const toml::table* theirs = shared(*lints, "lints")) read_lints(*theirs, manifest);
      read_lints(*lints, manifest);
    }
    const toml::table* const permissions = table(root, "permissions");
    if (permissions != nullptr) {
      if (const toml::table* theirs = shared(*permissions, "permissions")) read_permissions(*theirs, manifest);
      read_permissions(*permissions, manifest);
    }
    if (manifest.is_package) check_policy(root, permissions);
    if (const toml::table* build = table(root, "build")) {
      for (const auto& [key, value] : *build) {
        diagnostics_.warning("D705", span(key),
                             "`" + std::string(key) + "` of `[build]` is read by nothing");
      }
    }
    if (failed_) return std::nullopt;
    return manifest;
  }

  source::Span span_at(const toml::source_position& at) const {
    if (at.line == 0) return {id_, 0, 0};
    const source::SourceFile& file = sources_.file(id_);
    if (at.line > file.line_count()) return {id_, 0, 0};
    const std::string_view line = file.line(static_cast<std::uint32_t>(at.line));
    const auto offset = static_cast<std::uint32_t>(line.data() - file.text().data());
    const auto column =
        static_cast<std::uint32_t>(std::min<std::size_t>(at.column == 0 ? 0 : at.column - 1, line.size()));
    return {id_, offset + column, offset + static_cast<std::uint32_t>(line.size())};
  }

 private:
  source::Span span(const toml::node& node) const { return span_at(node.source().begin); }
  source::Span span(const toml::key& key) const {
    source::Span at = span_at(key.source().begin);
    at.end = std::min(at.end, at.begin + static_cast<std::uint32_t>(key.str().size()));
    return at;
  }
  source::Span span(const toml::table& in, std::string_view key) const {
    const toml::node* const node = in.get(key);
    return node ? span(*node) : span(in);
  }

  static const toml::table* table(const toml::table& in, std::string_view key) {
    const toml::node* const node = in.get(key);
    return node ? node->as_table() : nullptr;
  }

  void known(const toml::table& in, const std::string& name, const Keys& keys) {
    for (const auto& [key, value] : in) {
      if (key.str() == "workspace" || std::find(keys.begin(), keys.end(), key.str()) != keys.end()) continue;
      const std::string where = name.empty() ? std::string() : " of `[" + name + "]`";
      const bool obsolete = name == "package" && key.str() == "edition";
      diagnostics_.warning("D705", span(key),
                           (obsolete ? "the key `" : "unknown key `") + std::string(key.str()) + "`" + where +
                               (obsolete ? " is obsolete and ignored" : " is ignored"));
    }
  }

  void missing(const std::string& name, const std::string& key, source::Span at,
               diagnostics::Site site = diagnostics::Site::here()) {
    diagnostics_.error("D704", at, "`" + shown(path_) + "` has no `" + key + "` in `[" + name + "]`", site);
    failed_ = true;
  }

  void wrong(source::Span at, std::string message, diagnostics::Site site = diagnostics::Site::here()) {
    diagnostics_.error("D704", at, std::move(message), site);
    failed_ = true;
  }

  /// A required string; reports when it is missing or something else.
  std::string required(const toml::table& in, const std::string& name, const std::string& key) {
    const toml::node* const node = in.get(key);
    if (!node) {
      missing(name, key, span(in));
      return {};
    }
    if (const auto text = node->value<std::string>()) return *text;
    if (is_inherited(*node)) return inherited(*node, name, key);
    wrong(span(*node), "`" + key + "` of `[" + name + "]` must be a string");
    return {};
  }

  static bool is_inherited(const toml::node& node) {
    const toml::table* const form = node.as_table();
    return form != nullptr && form->get("workspace") != nullptr && form->get("workspace")->value_or(false);
  }

  /// The workspace around the package, read when it is first asked for; null when there is none.
  const WorkspaceManifest* workspace() {
    if (!workspace_) workspace_ = find_workspace(path_);
    return workspace_->manifest.empty() ? nullptr : &*workspace_;
  }

  /// `key.workspace = true`: the value comes from the workspace's manifest.
  std::string inherited(const toml::node& node, const std::string& name, const std::string& key) {
    const WorkspaceManifest* const outer = workspace();
    const auto value = outer != nullptr ? outer->table[name][key].value<std::string>() : std::nullopt;
    if (value) return *value;
    miss_inherited(node, name, key);
    return {};
  }

  void miss_inherited(const toml::node& node, const std::string& name, const std::string& key) {
    const WorkspaceManifest* const outer = workspace();
    diagnostics_
        .error("D708", span(node),
               outer == nullptr ? "`" + key + "` is taken from a workspace, and no outer `khora.toml` has a `[workspace]`"
                                : "`" + key + "` is taken from the workspace, and `[workspace." + name + "]` of `" +
                                      shown(outer->manifest) + "` has no `" + key + "`")
        .suggest("write the value here: `" + key + " = \"..\"`");
    failed_ = true;
  }

  /// `[table] workspace = true`: the table of that name of the workspace; null when it is the package's own, or missing (reported).
  const toml::table* shared(const toml::table& own, const std::string& name) {
    if (!is_inherited(own)) return nullptr;
    const WorkspaceManifest* const outer = workspace();
    const toml::table* const theirs = outer != nullptr ? outer->table[name].as_table() : nullptr;
    if (theirs != nullptr) return theirs;
    diagnostics_
        .error("D708", span(own),
               outer == nullptr ? "`[" + name + "]` is taken from a workspace, and no outer `khora.toml` has a `[workspace]`"
                                : "`[" + name + "]` is taken from the workspace, and `" + shown(outer->manifest) +
                                      "` has no `[workspace." + name + "]`")
        .suggest("write the table here");
    failed_ = true;
    return nullptr;
  }

  void read_package(const toml::table& package, Manifest& manifest) {
    known(package, "package", {"name", "version", "authors", "publish"});
    manifest.is_package = true;
    manifest.name = required(package, "package", "name");
    manifest.version = required(package, "package", "version");
    for (const char* key : {"authors", "publish"}) {
      const toml::node* const node = package.get(key);
      const bool is_missing = node != nullptr && is_inherited(*node) && (workspace() == nullptr || !workspace()->table["package"][key]);
      if (is_missing) miss_inherited(*node, "package", key);
    }
    if (failed_) return;
    if (!is_identifier(manifest.name)) {
      wrong(
          span(package, "name"),
          "`" + manifest.name + "` cannot name a package: only letters, digits and `_`, and no digit first");
    }
    if (!is_version(manifest.version)) {
      wrong(span(package, "version"), "`" + manifest.version + "` is not a version such as `1.0.0`");
    }
  }

  void read_toolchain(const toml::table& root) {
    const toml::table* const toolchain = table(root, "toolchain");
    if (toolchain) {
      known(*toolchain, "toolchain", {"version"});
      required(*toolchain, "toolchain", "version");
      return;
    }
    // It may come from an outer manifest.
    if (!outer_names_toolchain(path_)) missing("toolchain", "version", {id_, 0, 0});
  }

  void read_members(const toml::table& workspace, Manifest& manifest) {
    known(workspace, "workspace", {"members", "exclude", "package", "permissions", "fmt", "lints", "policy"});
    if (const toml::node* members = workspace.get("members"); members && members->is_array()) {
      for (const toml::node& member : *members->as_array()) {
        if (const auto text = member.value<std::string>()) manifest.members.push_back(*text);
      }
    }
  }

  void read_dependencies(const toml::table& dependencies, Manifest& manifest) {
    for (const auto& [key, value] : dependencies) {
      const std::string name(key.str());
      const toml::table* const source = value.as_table();
      if (!source) {
        wrong(span(value), "dependency `" + name + "` needs a place: `{ path = \"..\" }`");
        continue;
      }
      known(*source, "dependencies." + name, {"path", "git", "rev", "tag", "subdir", "version"});
      const int sources =
          (source->get("path") ? 1 : 0) + (source->get("git") ? 1 : 0) + (source->get("version") ? 1 : 0);
      if (sources != 1) {
        diagnostics_.error("D706", span(value),
                           "dependency `" + name + "` must have exactly one of `path`, `git` and `version`");
        failed_ = true;
      } else if (const auto path =
                     source->get("path") ? source->get("path")->value<std::string>() : std::nullopt) {
        const fs::path directory = path_.parent_path() / *path;
        std::error_code error;
        if (fs::exists(directory / "khora.toml", error)) {
          manifest.dependencies.push_back({name, directory, span(value)});
        } else {
          diagnostics_.error("D706", span(value),
                             "dependency `" + name + "` is not found: there is no `" +
                                 shown(directory / "khora.toml") + "`");
          failed_ = true;
        }
      } else {
        diagnostics_
            .error("D901", span(value),
                   "dependency `" + name + "`: only dependencies by `path` are supported yet")
            .suggest("fetch it yourself and write `{ path = \"..\" }`");
        failed_ = true;
      }
    }
  }

  void read_lints(const toml::table& lints, Manifest& manifest) {
    for (const auto& [key, value] : lints) {
      const std::string name(key.str());
      if (name == "workspace") continue;
      if (!is_lint(name)) {
        std::string names;
        for (const diagnostics::Lint& lint : diagnostics::lints())
          names += (names.empty() ? "`" : ", `") + std::string(lint.name) + "`";
        diagnostics_.warning("D705", span(key), "there is no lint `" + name + "`")
            .suggest("the lints are " + names);
        continue;
      }
      std::optional<std::string> level = value.value<std::string>();
      if (const toml::table* form = value.as_table(); form && form->get("level"))
        level = form->get("level")->value<std::string>();
      if (level == "allow") {
        manifest.lints[name] = LintLevel::allow;
      } else if (level == "warn") {
        manifest.lints[name] = LintLevel::warn;
      } else if (level == "deny") {
        manifest.lints[name] = LintLevel::deny;
      } else {
        wrong(span(value), "the level of lint `" + name + "` is `allow`, `warn` or `deny`");
      }
    }
  }

  /// What the workspace lets its members grant (`[workspace.policy]`).
  void check_policy(const toml::table& root, const toml::table* permissions) {
    const WorkspaceManifest* const outer = workspace();
    if (outer == nullptr || !outer->is_member(path_)) return;
    const bool inherits = permissions != nullptr && is_inherited(*permissions);
    for (const Grant& grant : forbidden_grants(*outer, permissions, inherits)) {
      const std::string where = "the policy of `" + shown(outer->manifest) + "`";
      auto& error = grant.node != nullptr
                        ? diagnostics_.error("D708", span(*grant.node), "`" + grant.key + "` grants `" + grant.value + "`, which " + where + " forbids")
                        : diagnostics_.error("D708", permissions != nullptr ? span(*permissions) : span(root), "without `" + grant.key + "` in `[permissions]` everything is granted, which " + where + " forbids");
      error.suggest("`[workspace.policy]` allows " + grant.allowed);
      failed_ = true;
    }
  }

  void read_permissions(const toml::table& permissions, Manifest& manifest) {
    known(permissions, "permissions", {"default", "network", "env", "process", "fs", "extern"});
    const toml::node* const default_level = permissions.get("default");
    const std::string level = default_level != nullptr ? default_level->value_or(std::string()) : "allow";
    if (level != "allow" && level != "deny") wrong(span(*default_level), "`default` of `[permissions]` is `allow` or `deny`");
    const bool denies = level == "deny";
    Grants& grants = manifest.grants;
    read_grants(permissions, "permissions", "network", denies, grants.network);
    read_grants(permissions, "permissions", "env", denies, grants.env);
    read_grants(permissions, "permissions", "process", denies, grants.process);
    static const toml::table nothing;
    const toml::table* files = table(permissions, "fs");
    if (files == nullptr && permissions.get("fs") != nullptr) wrong(span(permissions, "fs"), "`[permissions.fs]` has the keys `read` and `write`");
    if (files == nullptr) files = &nothing;
    known(*files, "permissions.fs", {"read", "write"});
    read_grants(*files, "permissions.fs", "read", denies, grants.fs_read);
    read_grants(*files, "permissions.fs", "write", denies, grants.fs_write);
    Grants::Globs externs;
    read_grants(permissions, "permissions", "extern", denies, externs);
    if (externs) {
      manifest.has_extern_permission = true;
      manifest.extern_packages = std::move(*externs);
    }
  }

  /// A list of globs. What is not written stays as it is, unless everything that is not written is denied.
  void read_grants(const toml::table& in, const std::string& name, std::string_view key, bool denies, Grants::Globs& globs) {
    const toml::node* const node = in.get(key);
    if (node == nullptr) {
      if (denies && !globs) globs.emplace();
      return;
    }
    globs.emplace();
    const toml::array* const list = node->as_array();
    if (list == nullptr) {
      wrong(span(*node), "`" + std::string(key) + "` of `[" + name + "]` must be a list of texts");
      return;
    }
    for (const toml::node& glob : *list) {
      if (const auto text = glob.value<std::string>()) {
        globs->push_back(*text);
      } else {
        wrong(span(glob), "`" + std::string(key) + "` of `[" + name + "]` must be a list of texts");
      }
    }
  }

  fs::path path_;
  source::FileId id_;
  const source::SourceSet& sources_;
  diagnostics::Diagnostics& diagnostics_;
  std::optional<WorkspaceManifest> workspace_;
  bool failed_ = false;
};

}  // namespace

std::optional<Manifest> read_manifest(const fs::path& path, source::SourceSet& sources,
                                      diagnostics::Diagnostics& diagnostics) {
  constexpr std::uint64_t largest_manifest = 1 << 20;
  ReadFile file = read_file(path, largest_manifest);
  if (file.problem.empty() && source::first_invalid_utf8(file.text) != std::string::npos)
    file.problem = "it is not UTF-8";
  if (!file.problem.empty()) {
    diagnostics.error("D902", {}, "`" + shown(path) + "` cannot be read: " + file.problem);
    return std::nullopt;
  }
  const source::FileId id = sources.add(shown(path), std::move(file.text));
  Reader reader(path, id, sources, diagnostics);
  try {
    const toml::table root = toml::parse(sources.file(id).text());
    return reader.read(root);
  } catch (const toml::parse_error& error) {
    diagnostics.error("D704", reader.span_at(error.source().begin), std::string(error.description()));
    return std::nullopt;
  }
}

}  // namespace khora2cpp::driver
