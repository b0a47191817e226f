#include "driver/installation.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "driver/files.hpp"
#include "driver/hash.hpp"

namespace khora2cpp::driver {
namespace {

constexpr const char* paths_name = "khora2cpp.paths";

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string::npos ? std::string()
                                    : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

void add_facts(Hasher& hasher, const fs::path& file) {
  struct stat facts {};
  hasher.add(file.string());
  if (::stat(file.c_str(), &facts) != 0) return;
  hasher.add(static_cast<std::uint64_t>(facts.st_size));
  hasher.add(static_cast<std::uint64_t>(facts.st_mtim.tv_sec));
  hasher.add(static_cast<std::uint64_t>(facts.st_mtim.tv_nsec));
}

void add_tree(Hasher& hasher, const fs::path& directory) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    const fs::path extension = at->path().extension();
    if (extension == ".hpp" || extension == ".khi" || extension == ".kh") files.push_back(at->path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) add_facts(hasher, file);
}

}  // namespace

fs::path own_executable() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

std::optional<Installation> read_installation(const fs::path& paths_file, std::string& problem) {
  const ReadFile file = read_file(paths_file);
  if (!file.problem.empty()) {
    problem = paths_file.string() + ": " + file.problem;
    return std::nullopt;
  }
  const fs::path base = paths_file.parent_path();
  const auto resolve = [&](const std::string& text) { return (base / text).lexically_normal(); };
  Installation installation;
  std::istringstream lines(file.text);
  for (std::string text; std::getline(lines, text);) {
    const auto equals = text.find('=');
    if (text.empty() || text.front() == '#' || equals == std::string::npos) continue;
    const std::string key = trimmed(text.substr(0, equals));
    const std::string value = trimmed(text.substr(equals + 1));
    if (value.empty()) continue;
    if (key == "include") installation.include_directories.push_back(resolve(value));
    if (key == "library") installation.runtime_library = resolve(value);
    if (key == "link") installation.link_options.push_back(value);
    if (key == "flag") installation.compile_options.push_back(value);
    if (key == "interfaces") installation.library_interfaces = resolve(value);
    if (key == "sources") installation.library_sources = resolve(value);
    if (key == "compiler") installation.compiler = value;
    if (key == "precompiled") installation.precompiled_header = resolve(value);
  }
  return installation;
}

std::optional<Installation> find_installation(std::string& problem) {
  const fs::path executable = own_executable();
  std::error_code error;
  const fs::path in_build_tree = executable.parent_path() / paths_name;
  if (fs::exists(in_build_tree, error)) return read_installation(in_build_tree, problem);
  const fs::path installed = executable.parent_path().parent_path() / "share" / "khora2cpp" / paths_name;
  if (fs::exists(installed, error)) return read_installation(installed, problem);
  problem = "this khora2cpp is not complete: there is neither " + in_build_tree.string() + " nor " +
            installed.string();
  return std::nullopt;
}

std::string Installation::identity() const {
  Hasher hasher;
  add_facts(hasher, own_executable());
  add_facts(hasher, runtime_library);
  if (!precompiled_header.empty()) add_facts(hasher, precompiled_header);
  for (const fs::path& directory : include_directories) add_tree(hasher, directory);
  if (!library_interfaces.empty()) add_tree(hasher, library_interfaces);
  if (!library_sources.empty()) add_tree(hasher, library_sources);
  for (const std::string& option : link_options) hasher.add(option);
  for (const std::string& option : compile_options) hasher.add(option);
  return hasher.hex();
}

}  // namespace khora2cpp::driver
