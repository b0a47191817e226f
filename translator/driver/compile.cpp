#include "driver/compile.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <thread>

#include "driver/hash.hpp"

namespace khora2cpp::driver {
namespace {

bool is_source(const fs::path& path) {
  return path.extension() == ".cpp";
}

/// Hashes a source file together with every emitted header that it includes, directly or not.
class ObjectKeys {
 public:
  ObjectKeys(const CompileJob& job, std::string settings) : settings_(std::move(settings)) {
    for (const FileToWrite& file : job.files) texts_[file.path.generic_string()] = &file.text;
  }

  std::string key(const FileToWrite& source) const {
    Hasher hasher;
    hasher.add(settings_);
    std::set<std::string> seen;
    std::vector<std::string> open = {source.path.generic_string()};
    while (!open.empty()) {
      const std::string name = std::move(open.back());
      open.pop_back();
      const auto text = texts_.find(name);
      if (text == texts_.end() || !seen.insert(name).second) continue;
      hasher.add(name).add(*text->second);
      for (const std::string& include : includes_of(*text->second)) open.push_back(include);
    }
    return hasher.hex();
  }

 private:
  std::string settings_;
  std::map<std::string, const std::string*> texts_;
};

/// Removes a directory and everything in it at the end of a scope.
class Workspace {
 public:
  explicit Workspace(fs::path path) : path_(std::move(path)) {}
  ~Workspace() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// A line on the terminal that goes away again. Nothing at all elsewhere.
class Progress {
 public:
  explicit Progress(const std::string& text) : shown_(::isatty(2) == 1) {
    if (shown_) std::fprintf(stderr, "%s", text.c_str());
  }
  ~Progress() {
    if (shown_) std::fprintf(stderr, "\r\033[K");
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  bool shown_;
};

}  // namespace

std::vector<std::string> includes_of(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (!line.starts_with("#include ")) continue;
    line.remove_prefix(9);
    const char close = line.starts_with('<') ? '>' : '"';
    const std::size_t last = line.find(close, 1);
    if (last != std::string_view::npos) names.emplace_back(line.substr(1, last - 1));
  }
  return names;
}

std::string first_khora_place(std::string_view output) {
  for (std::size_t at = output.find(".kh:"); at != std::string_view::npos; at = output.find(".kh:", at + 1)) {
    std::size_t begin = at;
    while (begin > 0 && output[begin - 1] != '\n' && output[begin - 1] != ' ') --begin;
    std::size_t end = at + 4;
    while (end < output.size() && output[end] >= '0' && output[end] <= '9') ++end;
    if (end == at + 4) continue;
    const std::size_t line_end = std::min(output.find('\n', end), output.size());
    if (output.substr(end, line_end - end).find("error:") != std::string_view::npos) {
      return std::string(output.substr(begin, end - begin));
    }
  }
  return {};
}

Arguments Compiler::options(bool release) const {
  Arguments options = {"-std=c++20", release ? "-O2" : "-O0", "-w"};
  options.insert(options.end(), installation_.compile_options.begin(), installation_.compile_options.end());
  return options;
}

Arguments Compiler::compile_command(const CompileJob& job, const fs::path& tree, const fs::path& file,
                                    const fs::path& object) const {
  Arguments command = toolchain_.command;
  const Arguments chosen = options(job.release);
  command.insert(command.end(), chosen.begin(), chosen.end());
  // The compiler ignores a precompiled header that was made with other options.
  if (toolchain_.is_default && !job.release && !installation_.precompiled_header.empty()) {
    command.insert(command.end(), {"-include", installation_.precompiled_header.string()});
  }
  command.insert(command.end(), {"-I", tree.string()});
  for (const fs::path& directory : installation_.include_directories)
    command.insert(command.end(), {"-I", directory.string()});
  command.insert(command.end(), {"-c", file.string(), "-o", object.string()});
  return command;
}

std::string Compiler::program_key(const CompileJob& job) const {
  Hasher hasher;
  hasher.add(toolchain_.identity).add(installation_.identity()).add(job.name);
  for (const std::string& option : options(job.release)) hasher.add(option);
  for (const FileToWrite& file : job.files) hasher.add(file.path.string()).add(file.text);
  for (const std::string& word : job.links.words) hasher.add("link " + word);
  for (const fs::path& file : job.links.files) hasher.add(read_file(file).text);
  return hasher.hex();
}

std::optional<fs::path> Compiler::compile(const CompileJob& job, std::string& key) {
  key = program_key(job);
  if (std::optional<fs::path> known = cache_.find_program(key, job.name)) return known;
  const Workspace workspace(cache_.make_workspace());
  if (workspace.path().empty()) {
    diagnostics_
        .error("D903", {},
               "the build cache `" + cache_.root().string() + "` cannot be written: " + system_error_text())
        .suggest("set `XDG_CACHE_HOME` to a directory that can be written");
    return std::nullopt;
  }
  std::optional<fs::path> program = compile_in(workspace.path(), job, key);
  if (program) cache_.trim();
  return program;
}

std::optional<fs::path> Compiler::compile_in(const fs::path& workspace, const CompileJob& job,
                                             const std::string& key) {
  const fs::path tree = workspace / "cpp";
  std::vector<FileToWrite> files = job.files;
  for (FileToWrite& file : files) file.path = tree / file.path;
  if (const std::optional<WriteProblem> problem = write_files(files)) {
    diagnostics_.error("D903", {}, "`" + problem->path.string() + "` cannot be written: " + problem->reason);
    return std::nullopt;
  }

  std::string settings = toolchain_.identity + installation_.identity();
  for (const std::string& option : options(job.release)) settings += " " + option;
  const ObjectKeys keys(job, settings);
  std::vector<fs::path> objects;
  std::vector<std::pair<std::string, fs::path>> made;
  std::vector<Arguments> compilations;
  for (const FileToWrite& file : job.files) {
    if (!is_source(file.path) || file.path == job.included) continue;
    const std::string object_key = keys.key(file);
    if (const std::optional<fs::path> known = cache_.find_object(object_key)) {
      objects.push_back(*known);
      continue;
    }
    const fs::path object = workspace / (object_key + ".o");
    objects.push_back(object);
    made.emplace_back(object_key, object);
    compilations.push_back(compile_command(job, tree, tree / file.path, object));
  }
  {
    const Progress progress("khora2cpp: compiling " + job.name);
    const std::vector<ProcessResult> results = run_processes(compilations, std::thread::hardware_concurrency());
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (!results[i].started && results[i].problem.empty()) continue;  // not tried any more
      if (results[i].started && results[i].status == 0) continue;
      report_failure(workspace, job, compilations[i], results[i], key);
      return std::nullopt;
    }
  }
  const fs::path program = workspace / "program";
  Arguments link = toolchain_.command;
  link.insert(link.end(), installation_.compile_options.begin(), installation_.compile_options.end());
  for (const fs::path& object : objects) link.push_back(object.string());
  link.insert(link.end(), job.links.words.begin(), job.links.words.end());
  link.push_back(installation_.runtime_library.string());
  link.insert(link.end(), installation_.link_options.begin(), installation_.link_options.end());
  link.insert(link.end(), {"-o", program.string()});
  const ProcessResult linked = run_process(link);
  if (!linked.started || linked.status != 0) {
    if (linked.started && report_missing_import(job, linked.output)) return std::nullopt;
    report_link_failure(workspace, job, link, linked, key);
    return std::nullopt;
  }
  for (const auto& [object_key, object] : made) cache_.store_object(object_key, object);
  const fs::path stored = cache_.store_program(key, job.name, program);
  if (stored.empty()) {
    diagnostics_.error("D903", {}, "the build cache `" + cache_.root().string() + "` cannot be written");
    return std::nullopt;
  }
  return stored;
}

bool Compiler::report_missing_import(const CompileJob& job, const std::string& output) {
  std::vector<std::string> symbols;
  for (const auto& [symbol, place] : job.imports) symbols.push_back(symbol);
  const std::string missing = missing_symbol(output, symbols);
  if (missing.empty()) return false;
  diagnostics_.error("D709", job.imports.at(missing), "nothing that is linked has the C function `" + missing + "`")
      .suggest("name the file or the library that has it: `--link FILE` or `--link -lNAME`");
  return true;
}

bool Compiler::report_bad_compiler(const ProcessResult& result) {
  const std::string name = shell_text(toolchain_.command);
  if (!result.started) {
    diagnostics_.error("D904", {}, "the C++ compiler `" + name + "` cannot be run: " + result.problem)
        .suggest("set `CXX` to a C++20 compiler");
    return true;
  }
  if (can_compile(toolchain_)) return false;
  diagnostics_
      .error("D904", {}, "the C++ compiler `" + name + "` cannot compile even an empty program as C++20")
      .suggest("set `CXX` to a C++20 compiler");
  return true;
}

void Compiler::report_failure(const fs::path& workspace, const CompileJob& job, const Arguments& command,
                              const ProcessResult& result, const std::string& key) {
  if (report_bad_compiler(result)) return;
  std::string source;
  for (const std::string& word : command) {
    if (is_source(word)) source = word;
  }
  const std::string place = source.empty() ? std::string() : refused_khora_line(workspace, job, source);
  const std::string kept = keep_reproduction(workspace, command, result, key);
  auto& report = diagnostics_.error("D905", {},
                                    "the C++ compiler refused what khora2cpp wrote" +
                                        (place.empty() ? std::string() : " for " + place) +
                                        ". That is a mistake of khora2cpp, not of your program");
  if (!kept.empty()) report.suggest("please report it with the reproduction in " + kept);
}

void Compiler::report_link_failure(const fs::path& workspace, const CompileJob& job, const Arguments& command,
                                   const ProcessResult& result, const std::string& key) {
  if (report_bad_compiler(result)) return;
  std::error_code error;
  if (!fs::is_regular_file(installation_.runtime_library, error)) {
    diagnostics_
        .error("D908", {},
               "the program cannot be linked, since khora2cpp's own library `" +
                   installation_.runtime_library.string() + "` is not there")
        .suggest("install khora2cpp whole, or finish building it");
    return;
  }
  const std::string complaint = link_complaint(result.output);
  const std::string kept = keep_reproduction(workspace, command, result, key);
  auto& report = diagnostics_.error(
      "D908", {}, "the program cannot be linked" + (complaint.empty() ? std::string() : ": " + complaint));
  std::string hint;
  if (!job.links.words.empty()) hint = "look at what `--link` names";
  if (!kept.empty()) {
    hint += (hint.empty() ? "" : "; ");
    hint += "if nothing is missing on this machine, please report it with the reproduction in " + kept;
  }
  if (!hint.empty()) report.suggest(hint);
}

std::string Compiler::keep_reproduction(const fs::path& workspace, const Arguments& command,
                                        const ProcessResult& result, const std::string& key) {
  const fs::path kept = cache_.failure_directory(key);
  std::error_code error;
  fs::remove_all(kept, error);
  std::string script = shell_text(command);
  for (std::size_t at = 0; (at = script.find(workspace.string(), at)) != std::string::npos;) {
    script.replace(at, workspace.string().size(), kept.string());
  }
  static_cast<void>(
      write_files({{workspace / "command.sh", script + "\n"}, {workspace / "output.txt", result.output}}));
  fs::create_directories(kept.parent_path(), error);
  fs::rename(workspace, kept, error);
  return error ? std::string() : kept.string();
}

std::string Compiler::refused_khora_line(const fs::path& workspace, const CompileJob& job,
                                         const std::string& source) {
  if (!job.with_line_map) return {};
  const fs::path tree = workspace / "line_map";
  std::vector<FileToWrite> files = job.with_line_map();
  for (FileToWrite& file : files) file.path = tree / file.path;
  if (write_files(files)) return {};
  const fs::path file = tree / fs::path(source).lexically_relative(workspace / "cpp");
  const ProcessResult again = run_process(compile_command(job, tree, file, workspace / "line_map.o"));
  return again.started ? first_khora_place(again.output) : std::string();
}

}  // namespace khora2cpp::driver
