#include "driver/commands.hpp"

#include <algorithm>
#include <cstdio>

#include "driver/cache.hpp"
#include "driver/checked_modules.hpp"
#include "driver/depfile.hpp"
#include "driver/installation.hpp"
#include "driver/pipeline.hpp"
#include "driver/program.hpp"
#include "driver/project.hpp"
#include "driver/report.hpp"
#include "driver/sources.hpp"
#include "driver/workspace.hpp"

namespace khora2cpp::driver {
namespace {

constexpr int success = 0;
constexpr int failure = 1;

/// One project of several files: they share their source roots and what their packages depend on.
std::optional<Project> open_projects(const std::vector<std::string>& files, Sources& sources,
                                     diagnostics::Diagnostics& diagnostics) {
  std::optional<Project> all;
  for (const std::string& file : files) {
    std::error_code error;
    if (fs::is_directory(file, error)) {
      diagnostics.error("D902", {}, "`" + file + "` is a directory: `translate` takes files");
      return std::nullopt;
    }
    std::optional<Project> project = open_project(file, sources, diagnostics);
    if (!project) return std::nullopt;
    if (!all) {
      all = std::move(project);
      continue;
    }
    const auto add = [](auto& to, const auto& from) {
      for (const auto& item : from) {
        if (std::find(to.begin(), to.end(), item) == to.end()) to.push_back(item);
      }
    };
    add(all->roots, project->roots);
    add(all->manifests, project->manifests);
    add(all->entry_files, project->entry_files);
    all->dependencies.insert(all->dependencies.end(), project->dependencies.begin(),
                             project->dependencies.end());
  }
  return all;
}

std::vector<fs::path> as_paths(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

/// Whether a file declares a function `main`, so that it is a program when nothing else says so.
bool declares_main(const syntax::File* file) {
  return file && std::any_of(file->items.begin(), file->items.end(), [](const syntax::Item& item) {
           const auto* function = std::get_if<syntax::FunctionDecl>(&item.node);
           return function && function->name.text == "main";
         });
}

class Translation {
 public:
  explicit Translation(const CommandLine& line) : line_(line), sources_(diagnostics_) {}

  int run() {
    const bool written = translate_and_write();
    const bool failed = apply_lints(diagnostics_, lints_);
    Reporter().report(diagnostics_, sources_.set());
    return written && !failed ? success : failure;
  }

 private:
  bool translate_and_write() {
    const std::optional<Project> project = open_projects(line_.inputs, sources_, diagnostics_);
    if (!project) return false;
    lints_ = project->lints;
    PipelineRequest request;
    request.files = as_paths(line_.inputs);
    for (const fs::path& use : as_paths(line_.uses)) {
      // What an earlier translation left there is about to be replaced.
      if (use.lexically_normal() != fs::path(line_.output).lexically_normal()) request.uses.push_back(use);
    }
    request.blocks = line_.benches ? emit::Blocks::benches : line_.tests ? emit::Blocks::tests : emit::Blocks::none;
    request.library = line_.library;
    request.whole_program = false;
    request.output = line_.output;
    if (!line_.entry.empty()) {
      if (!find_entry(request.entry)) return false;
      request.entries = {request.entry};
      request.knows_entries = true;
    }

    std::optional<Installation> installation;
    if (!line_.library) {
      std::string problem;
      installation = find_installation(problem);
      if (!installation) {
        diagnostics_.error("D902", {}, problem);
        return false;
      }
    }
    Pipeline pipeline(sources_, diagnostics_);
    if (!pipeline.check(request, *project, installation ? &*installation : nullptr)) return false;
    if (!line_.entry.empty() && !pipeline.has_main()) {
      diagnostics_.error("D707", {}, "module `" + line_.entry + "` has no function `main`");
      return false;
    }
    if (apply_lints(diagnostics_, lints_)) return false;
    return write(pipeline.translate(line_.line_map), *project);
  }

  bool find_entry(fs::path& entry) {
    for (const std::string& input : line_.inputs) {
      if (sources_.module_of(input) == line_.entry) entry = input;
    }
    if (!entry.empty()) return true;
    diagnostics_.error("D707", {},
                       "none of the files is module `" + line_.entry + "`, which `--entry` names");
    return false;
  }

  bool write(std::vector<FileToWrite> files, const Project& project) {
    for (FileToWrite& file : files) {
      const bool to_sources = !line_.source_output.empty() && file.path.extension() == ".cpp";
      file.path = fs::path(to_sources ? line_.source_output : line_.output) / file.path;
    }
    if (!line_.depfile.empty()) {
      std::vector<std::string> inputs;
      for (const fs::path& path : sources_.files()) inputs.push_back(path.string());
      for (const fs::path& path : project.manifests) {
        inputs.push_back(path.string());
        std::error_code error;
        for (const fs::path& outer : outer_manifests(path)) {
          if (fs::exists(outer, error)) inputs.push_back(outer.string());
        }
      }
      const std::string target = !line_.depfile_target.empty() ? line_.depfile_target
                                 : files.empty()               ? line_.output
                                                               : files.front().path.string();
      files.push_back({line_.depfile, depfile_text(target, inputs)});
    }
    const std::optional<WriteProblem> problem = write_files(files);
    if (!problem) return true;
    diagnostics_.error(
        "D903", {},
        "`" + problem->path.string() + "` cannot be written: " + problem->reason + ". Nothing was changed");
    return false;
  }

  const CommandLine& line_;
  diagnostics::Diagnostics diagnostics_;
  Sources sources_;
  std::map<std::string, LintLevel> lints_;
};

/// Checks one set of files by themselves. False when there was an error.
bool check_files(const CommandLine& line, const std::vector<fs::path>& files, const fs::path& entry,
                 const Installation& installation, const std::string& identity, Reporter& reporter) {
  diagnostics::Diagnostics diagnostics;
  Sources sources(diagnostics);
  std::map<std::string, LintLevel> lints;
  if (const std::optional<Project> project = open_project(line.inputs.front(), sources, diagnostics)) {
    lints = project->lints;
    PipelineRequest request;
    request.files = files;
    if (declares_main(sources.parse(entry.empty() ? files.front() : entry))) request.entry = entry;
    if (!entry.empty()) request.entries = {entry};
    request.knows_entries = true;
    request.uses = as_paths(line.uses);
    request.benches = true;
    CheckedModules checked(Cache::open().root() / "checked", identity);
    request.checked = &checked;
    Pipeline(sources, diagnostics).check(request, *project, &installation);
  }
  const bool failed = apply_lints(diagnostics, lints);
  reporter.report(diagnostics, sources.set());
  return !failed;
}

int prepare(const CommandLine& line, emit::Blocks blocks, Launch& launch) {
  // What is measured is what a user of the program would get.
  const bool release = blocks == emit::Blocks::benches;
  const std::optional<BuiltProgram> program = make_program({line.inputs.front(), blocks, release, line.links});
  if (!program) return failure;
  launch.program = program->file.string();
  launch.name = program->name;
  return success;
}

}  // namespace

int translate(const CommandLine& line) {
  return Translation(line).run();
}

int check(const CommandLine& line) {
  Reporter reporter(line.json);
  diagnostics::Diagnostics diagnostics;
  Sources sources(diagnostics);
  std::string problem;
  const std::optional<Installation> installation = find_installation(problem);
  if (!installation) diagnostics.error("D902", {}, problem);
  const std::optional<Project> project = open_project(line.inputs.front(), sources, diagnostics);
  if (!installation || !project) {
    reporter.report(diagnostics, sources.set());
    return failure;
  }
  const std::string identity = installation->identity();
  bool good = true;
  for (const Program& program : project->programs) {
    good = check_files(line, program.files, program.entry, *installation, identity, reporter) && good;
  }
  // The shared modules are part of every program; `src/lib.kh` is part of none.
  const bool covered = std::any_of(project->programs.begin(), project->programs.end(), [&](const Program& program) {
    return std::all_of(project->library_files.begin(), project->library_files.end(), [&](const fs::path& file) {
      return std::find(program.files.begin(), program.files.end(), file) != program.files.end();
    });
  });
  if (!project->library_files.empty() && !covered) {
    good = check_files(line, project->library_files, {}, *installation, identity, reporter) && good;
  }
  return good ? success : failure;
}

int build(const CommandLine& line) {
  const std::optional<BuiltProgram> program = make_program({line.inputs.front(), emit::Blocks::none, line.release, line.links});
  if (!program) return failure;
  const fs::path place = line.output.empty() ? fs::path(program->name) : fs::path(line.output);
  if (const std::optional<WriteProblem> problem = place_program(program->file, place)) {
    diagnostics::Diagnostics diagnostics;
    diagnostics.error(
        "D903", {},
        "`" + place.string() + "` cannot be written: " + problem->reason + ". Nothing was changed");
    Reporter().report(diagnostics, {});
    return failure;
  }
  return success;
}

int prepare_run(const CommandLine& line, Launch& launch) {
  const int status = prepare(line, emit::Blocks::none, launch);
  launch.arguments = line.arguments;
  return status;
}

int prepare_blocks(const CommandLine& line, Launch& launch) {
  const int status = prepare(line, line.action == Action::bench ? emit::Blocks::benches : emit::Blocks::tests, launch);
  if (!line.filter.empty()) launch.arguments = {"--filter", line.filter};
  return status;
}

}  // namespace khora2cpp::driver
