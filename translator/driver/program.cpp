#include "driver/program.hpp"

#include "driver/cache.hpp"
#include "driver/compile.hpp"
#include "driver/hash.hpp"
#include "driver/installation.hpp"
#include "driver/link.hpp"
#include "driver/pipeline.hpp"
#include "driver/project.hpp"
#include "driver/report.hpp"
#include "driver/sources.hpp"
#include "driver/toolchain.hpp"
#include "driver/workspace.hpp"

namespace khora2cpp::driver {
namespace {

/// A program of one module is compiled in one go with its entry point: reading the runtime's headers takes most of the time of either.
/// Answers the module's source, which the entry point's now includes; empty for other programs.
fs::path join_single_source(std::vector<FileToWrite>& files) {
  FileToWrite* entry = nullptr;
  const FileToWrite* module = nullptr;
  for (FileToWrite& file : files) {
    if (file.path.extension() != ".cpp") continue;
    if (file.path == "khora_main.cpp") {
      entry = &file;
    } else if (module != nullptr) {
      return {};
    } else {
      module = &file;
    }
  }
  if (entry == nullptr || module == nullptr) return {};
  entry->text = "#include \"" + module->path.generic_string() + "\"\n" + entry->text;
  return module->path;
}

class Maker {
 public:
  explicit Maker(const ProgramRequest& request)
      : request_(request), sources_(diagnostics_), cache_(Cache::open()) {}

  std::optional<BuiltProgram> run() {
    std::string problem;
    const std::optional<Installation> installation = find_installation(problem);
    if (!installation) {
      diagnostics_.error("D902", {}, problem);
      return finish({});
    }
    const std::optional<Toolchain> toolchain = find_toolchain(*installation, diagnostics_);
    if (!toolchain) return finish({});
    const std::string entry_key = key_of_request(*installation, *toolchain);
    if (const std::optional<fs::path> known = cache_.find_unchanged(entry_key)) {
      return BuiltProgram{*known, known->filename().string()};
    }
    return finish(translate_and_compile(*installation, *toolchain, entry_key));
  }

 private:
  std::string key_of_request(const Installation& installation, const Toolchain& toolchain) const {
    std::error_code error;
    Hasher hasher;
    hasher.add("entry 1")
        .add(request_.input)
        .add(fs::absolute(request_.input, error).lexically_normal().string());
    for (const std::string& word : request_.links) hasher.add("link " + word);
    hasher.add(std::string(request_.blocks == emit::Blocks::none ? "main" : blocks_name()) + (request_.release ? " release" : ""));
    return hasher.add(installation.identity()).add(toolchain.identity).hex();
  }

  const char* blocks_name() const { return request_.blocks == emit::Blocks::benches ? "benches" : "tests"; }

  std::optional<BuiltProgram> finish(std::optional<BuiltProgram> program) {
    const bool failed = apply_lints(diagnostics_, lints_);
    Reporter().report(diagnostics_, sources_.set());
    return failed ? std::nullopt : program;
  }

  std::optional<BuiltProgram> translate_and_compile(const Installation& installation,
                                                    const Toolchain& toolchain,
                                                    const std::string& entry_key) {
    const std::optional<Project> project = open_project(request_.input, sources_, diagnostics_);
    if (!project) return std::nullopt;
    lints_ = project->lints;
    PipelineRequest wanted;
    CompileJob job;
    if (request_.blocks != emit::Blocks::none) {
      wanted.files = project->all_files();
      wanted.blocks = request_.blocks;
      for (const Program& program : project->programs) wanted.entries.push_back(program.entry);
      job.name = project->name + "_" + blocks_name();
    } else {
      const Program* const program = default_program(*project, diagnostics_);
      if (!program) return std::nullopt;
      wanted.files = program->files;
      wanted.entry = program->entry;
      wanted.entries = {program->entry};
      job.name = program->name;
    }
    wanted.knows_entries = true;
    Pipeline pipeline(sources_, diagnostics_);
    if (!pipeline.check(wanted, *project, &installation)) return std::nullopt;
    if (request_.blocks == emit::Blocks::none && !pipeline.has_main()) {
      const syntax::File* const entry = sources_.parse(wanted.entry);
      diagnostics_
          .error("D707", entry->module ? entry->module->span : source::Span{entry->id, 0, 0},
                 "`" + shown(wanted.entry) + "` has no function `main`, so there is nothing to run")
          .suggest("write `pub fn main() { .. }`, or use `khora2cpp check` or `khora2cpp test`");
      return std::nullopt;
    }
    if (apply_lints(diagnostics_, lints_)) return std::nullopt;
    job.release = request_.release;
    std::optional<Links> links = find_links(request_.links, diagnostics_);
    if (!links) return std::nullopt;
    job.links = std::move(*links);
    job.imports = pipeline.imports();
    job.files = pipeline.translate(false);
    job.included = join_single_source(job.files);
    job.with_line_map = [&] {
      std::vector<FileToWrite> files = pipeline.translate(true);
      join_single_source(files);
      return files;
    };
    Compiler compiler(installation, toolchain, cache_, diagnostics_);
    std::string program_key;
    const std::optional<fs::path> built = compiler.compile(job, program_key);
    if (!built) return std::nullopt;
    store_entry(*project, entry_key, program_key, job);
    return BuiltProgram{*built, job.name};
  }

  void store_entry(const Project& project, const std::string& entry_key, const std::string& program_key,
                   const CompileJob& job) {
    std::error_code error;
    const auto absolute = [&](const fs::path& path) { return fs::absolute(path, error).lexically_normal(); };
    Entry entry{program_key, job.name, {}, {}};
    for (const fs::path& file : job.links.files) entry.files.push_back({absolute(file), state_of_file(file)});
    for (const fs::path& file : project.manifests) {
      entry.files.push_back({absolute(file), state_of_file(file)});
      for (const fs::path& outer : outer_manifests(file)) entry.files.push_back({outer, state_of_file(outer)});
    }
    for (const fs::path& file : sources_.files())
      entry.files.push_back({absolute(file), state_of_file(file)});
    for (const fs::path& directory : sources_.directories()) {
      entry.directories.push_back({absolute(directory), state_of_directory(directory)});
    }
    // Warnings are not kept, so a program that has some is looked at again.
    if (diagnostics_.all().empty()) cache_.store_entry(entry_key, entry);
  }

  const ProgramRequest& request_;
  diagnostics::Diagnostics diagnostics_;
  Sources sources_;
  Cache cache_;
  std::map<std::string, LintLevel> lints_;
};

}  // namespace

std::optional<BuiltProgram> make_program(const ProgramRequest& request) {
  return Maker(request).run();
}

}  // namespace khora2cpp::driver
