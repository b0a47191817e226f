#include "driver/pipeline.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "driver/permissions.hpp"
#include "emit/emit.hpp"
#include "lints/lints.hpp"

namespace khora2cpp::driver {

const syntax::File* Pipeline::entry_file(const PipelineRequest& request) {
  return request.entry.empty() ? nullptr : sources_.parse(request.entry);
}

bool Pipeline::check(const PipelineRequest& request, const Project& project,
                     const Installation* installation) {
  std::vector<const syntax::File*> files;
  for (const fs::path& path : request.files) {
    if (const syntax::File* file = sources_.parse(path)) files.push_back(file);
  }
  // What a file that could not be understood declares is unknown: everything said about its uses would be
  // noise.
  if (diagnostics_.has_errors()) return false;
  ModuleFinder finder(sources_, project, request.uses, installation);
  const std::vector<const syntax::File*> rivals = finder.rivals_of(files);
  files.insert(files.begin(), rivals.begin(), rivals.end());
  modules::Options options;
  options.library = request.library;
  options.missing_module_hint = [&](const std::string& path) { return finder.hint_about(path); };
  graph_ = modules::build(
      files, [&](const std::string& path, bool& is_interface) { return finder.load(path, is_interface); },
      diagnostics_, options);
  // What an import does not find is an unknown name, and the bodies are looked at all the same.
  if (!graph_.is_whole) return false;
  const bool imports_fit = !diagnostics_.has_errors();
  if (!request.library && !graph_.find("std::core")) {
    diagnostics_.error("D902", {}, "the standard library is not installed with this khora2cpp");
    return false;
  }
  for (const auto& module : graph_.modules) {
    const bool found = std::any_of(module->parts.begin(), module->parts.end(),
                                   [&](const auto* part) { return finder.is_own(part); });
    if (found && request.whole_program) module->is_requested = true;
  }
  if (imports_fit) check_permissions(graph_, sources_, project, diagnostics_);
  types::Options check_options;
  check_options.entry = entry_file(request);
  check_options.benches = request.benches || request.blocks == emit::Blocks::benches;
  check_options.is_dependency = [&](const modules::Module& module) {
    return std::any_of(project.dependencies.begin(), project.dependencies.end(), [&](const PackageRoot& one) { return one.has(module.path); });
  };
  check_options.path_of = [&](const syntax::File& file) { return sources_.set().file(file.id).path(); };
  if (request.checked != nullptr && imports_fit) request.checked->leave_out_unchanged(graph_, sources_.set(), check_options.entry);
  program_ = types::check(graph_, check_options, diagnostics_);
  has_entry_ = check_options.entry != nullptr;
  blocks_ = request.blocks;
  if (diagnostics_.has_errors()) return false;
  if (!request.whole_program && !request.library) note_left_out(request, finder);
  find_warnings(request);
  grants_ = project.grants;
  shown_path_ = [project](const std::string& path) { return project.path_within(path); };
  return true;
}

/// A module that was read and is not written must come from another translation. Where nothing shows that there was one, its header will be
/// missing, and the C++ compiler would be the first to say so.
void Pipeline::note_left_out(const PipelineRequest& request, const ModuleFinder& finder) {
  std::set<const modules::Module*> seen;
  for (const auto& importer : graph_.modules) {
    if (importer->is_std() || importer->is_interface) continue;
    for (const syntax::File* part : importer->parts) {
      for (const syntax::Item& item : part->items) {
        const auto* import = std::get_if<syntax::ImportDecl>(&item.node);
        if (import == nullptr) continue;
        const modules::Module* module = graph_.find(modules::to_string(import->module));
        if (module == nullptr || module->is_requested || !finder.is_own(module->parts.front()) || !seen.insert(module).second) continue;
        if (finder.has_interface(module->path, request.output)) continue;
        diagnostics_
            .warning("D907", import->module.span,
                     "module `" + module->path + "` is in `" + shown(sources_.path_of(module->parts.front())) +
                         "`, which is not among the files translated")
            .suggest("translate it as well (with CMake: name it in `SOURCES`), or name the folder of its interface: `--use DIR`");
      }
    }
  }
}

void Pipeline::find_warnings(const PipelineRequest& request) {
  lints::Options lint_options;
  for (const fs::path& entry : request.entries) lint_options.entries.push_back(sources_.parse(entry));
  lint_options.knows_entries = request.knows_entries;
  lints::check(*program_, sources_.set(), lint_options, diagnostics_);
  if (request.checked != nullptr) request.checked->complete(graph_, sources_.set(), diagnostics_);
  std::map<source::FileId, std::size_t> order;
  for (const auto& module : graph_.modules) {
    for (const syntax::File* part : module->parts) order.emplace(part->id, order.size());
  }
  const auto place = [&](const diagnostics::Diagnostic& one) {
    const auto file = order.find(one.span.file);
    return std::make_pair(file == order.end() ? order.size() : file->second, one.span.begin);
  };
  std::stable_sort(diagnostics_.all().begin(), diagnostics_.all().end(), [&](const auto& one, const auto& other) { return place(one) < place(other); });
}

std::map<std::string, source::Span> Pipeline::imports() const {
  std::map<std::string, source::Span> places;
  for (const types::Function& function : program_->functions) {
    if (function.is_extern && function.body == nullptr && !function.from_interface) places.emplace(function.name, function.name_span);
  }
  return places;
}

std::vector<FileToWrite> Pipeline::translate(bool line_map) {
  if (!lowered_) {
    facts_ = analysis::analyse(*program_);
    lowered_ = lower::lower(*program_, *facts_, sources_.set(), blocks_);
  }
  emit::Options options;
  options.line_map = line_map;
  options.entry = has_entry_;
  options.blocks = blocks_;
  options.shown_path = shown_path_;
  const auto add_grant = [&](const char* permission, const Grants::Globs& globs) {
    if (globs) options.grants.push_back({permission, *globs});
  };
  add_grant("fs_read", grants_.fs_read);
  add_grant("fs_write", grants_.fs_write);
  add_grant("env", grants_.env);
  add_grant("network", grants_.network);
  add_grant("process", grants_.process);
  std::vector<FileToWrite> files;
  for (emit::OutputFile& file : emit::emit(*program_, *facts_, *lowered_, sources_.set(), options)) {
    files.push_back({file.path, std::move(file.text)});
  }
  return files;
}

}  // namespace khora2cpp::driver
