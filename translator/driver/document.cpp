// `doc`: a Markdown page for each module.
#include <algorithm>
#include <map>

#include "driver/commands.hpp"
#include "driver/files.hpp"
#include "driver/pages.hpp"
#include "driver/report.hpp"
#include "driver/sources.hpp"

namespace khora2cpp::driver {

namespace {

/// The files that are named, and those in the folders that are named.
std::vector<fs::path> files_of(const std::vector<std::string>& inputs) {
  std::vector<fs::path> files;
  for (const std::string& input : inputs) {
    std::error_code error;
    if (!fs::is_directory(input, error)) {
      files.emplace_back(input);
      continue;
    }
    for (const fs::path& file : khora_files_below(input)) files.push_back(file);
  }
  return files;
}

/// `std::json` is described in `std/json.md`.
fs::path page_path(const std::string& module) {
  std::string path = module;
  for (std::size_t at = path.find("::"); at != std::string::npos; at = path.find("::")) path.replace(at, 2, "/");
  return path + ".md";
}

}  // namespace

int document(const CommandLine& line) {
  diagnostics::Diagnostics diagnostics;
  Sources sources(diagnostics);
  std::map<std::string, std::vector<const syntax::File*>> modules;
  for (const fs::path& path : files_of(line.inputs)) {
    const syntax::File* file = sources.parse(path);
    if (file != nullptr && !module_path(*file).empty()) modules[module_path(*file)].push_back(file);
  }
  std::vector<FileToWrite> pages;
  for (const auto& [module, parts] : modules) {
    pages.push_back({fs::path(line.output) / page_path(module), module_page(parts, sources.set())});
  }
  if (!diagnostics.has_errors()) {
    if (const std::optional<WriteProblem> problem = write_files(pages)) {
      diagnostics.error("D902", {}, "cannot write " + problem->path.string() + ": " + problem->reason);
    }
  }
  Reporter().report(diagnostics, sources.set());
  return diagnostics.has_errors() ? 1 : 0;
}

}  // namespace khora2cpp::driver
