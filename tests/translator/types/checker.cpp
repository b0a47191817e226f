#include "checker.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "lints/lints.hpp"
#include "syntax/parse.hpp"

namespace khora2cpp::test {

namespace {

constexpr const char* prelude =
    "module m; import std::core::{Array, Channel, ChildFailed, Claim, Dict, Eq, Fiber, Functor, Hash, Iterator, List, Map, Nursery, "
    "Option, Ord, Ordering, Range, Region, Result, Scope, Share, Shared, SharedFn, Show, Step, acquire, assert, attempt, "
    "bounded_nursery, nursery, print, scoped};\n";

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The library, parsed once. Sources of programs are added to the same set.
struct Library {
  source::SourceSet sources;
  std::vector<std::unique_ptr<syntax::File>> files;
  std::map<std::string, std::vector<const syntax::File*>> modules;

  Library() {
    const std::filesystem::path root = std::filesystem::path(KHORA2CPP_SOURCE_DIR) / "runtime" / "std";
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      if (entry.path().extension() == ".kh") paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    diagnostics::Diagnostics diagnostics;
    for (const auto& path : paths) {
      const syntax::File* file = parse(path.filename().string(), content(path), diagnostics);
      if (file->module) modules[khora2cpp::modules::to_string(*file->module)].push_back(file);
    }
    if (diagnostics.has_errors()) throw std::runtime_error("the library does not parse: " + diagnostics.all()[0].message);
  }

  const syntax::File* parse(std::string name, std::string text, diagnostics::Diagnostics& diagnostics) {
    files.push_back(syntax::parse(sources, sources.add(std::move(name), std::move(text)), diagnostics));
    return files.back().get();
  }
};

Library& library() {
  static Library shared;
  return shared;
}

struct Part {
  const syntax::File* file = nullptr;
  std::size_t added_lines = 0;
};

std::string place(const source::Span& span, const std::vector<Part>& parts) {
  if (!span.known()) return "?";
  const source::Position position = library().sources.position(span);
  std::size_t line = position.line;
  std::string module;
  const auto part = std::find_if(parts.begin(), parts.end(), [&](const Part& one) { return one.file->id == span.file; });
  if (part == parts.end()) return library().sources.file(span.file).path();
  line -= part->added_lines;
  if (parts.size() > 1) module = std::to_string(part - parts.begin() + 1) + ":";
  return module + std::to_string(line) + ":" + std::to_string(position.column);
}

std::string text_of(const diagnostics::Diagnostics& diagnostics, const std::vector<Part>& parts) {
  std::string text;
  for (const diagnostics::Diagnostic& one : diagnostics.all()) {
    text += place(one.span, parts) + (one.severity == diagnostics::Severity::error ? " error " : " warning ") + one.code + ": " +
            one.message + "\n";
    if (!one.hint.empty()) text += "  hint: " + one.hint + "\n";
    for (const diagnostics::Label& label : one.labels) text += "  note " + place(label.span, parts) + ": " + label.text + "\n";
  }
  return text;
}

}  // namespace

Checked check_program(const std::string& text) {
  std::vector<std::string> texts(1);
  std::vector<std::string> paths(1);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("//// ", 0) == 0) {
      if (!texts.back().empty()) {
        texts.emplace_back();
        paths.emplace_back();
      }
      if (line.ends_with(".kh")) paths.back() = line.substr(5);
    } else {
      texts.back() += line + "\n";
    }
  }
  diagnostics::Diagnostics diagnostics;
  std::vector<Part> parts;
  std::vector<const syntax::File*> files;
  for (std::size_t at = 0; at < texts.size(); ++at) {
    const std::string& one = texts[at];
    const bool bare = one.find("module ") != 0 && paths[at].empty();
    const syntax::File* file = library().parse(paths[at].empty() ? "program.kh" : paths[at], bare ? prelude + one : one, diagnostics);
    parts.push_back({file, bare ? 1u : 0u});
    files.push_back(file);
  }
  Checked checked;
  if (!diagnostics.has_errors()) {
    const auto load = [](const std::string& path, bool& is_interface) {
      is_interface = true;
      const auto found = library().modules.find(path);
      return found == library().modules.end() ? std::vector<const syntax::File*>{} : found->second;
    };
    checked.graph = std::make_unique<modules::Graph>(modules::build(files, load, diagnostics));
    types::Options options;
    options.entry = files.back();
    options.benches = true;
    options.path_of = [](const syntax::File& one) { return library().sources.file(one.id).path(); };
    if (checked.graph->is_whole) checked.program = types::check(*checked.graph, options, diagnostics);
  }
  checked.diagnostics = text_of(diagnostics, parts);
  return checked;
}

diagnostics::Diagnostics report_on(const std::vector<Source>& files) {
  diagnostics::Diagnostics diagnostics;
  std::vector<const syntax::File*> parsed;
  for (const Source& file : files) parsed.push_back(library().parse(file.name, file.text, diagnostics));
  if (diagnostics.has_errors()) return diagnostics;
  const auto load = [](const std::string& path, bool& is_interface) {
    is_interface = true;
    const auto found = library().modules.find(path);
    return found == library().modules.end() ? std::vector<const syntax::File*>{} : found->second;
  };
  const modules::Graph graph = modules::build(parsed, load, diagnostics);
  if (!graph.is_whole) return diagnostics;
  types::Options options;
  options.entry = parsed.back();
  options.benches = true;
  const std::unique_ptr<types::Program> program = types::check(graph, options, diagnostics);
  if (!diagnostics.has_errors()) lints::check(*program, library().sources, {{options.entry}, true}, diagnostics);
  return diagnostics;
}

const source::SourceSet& sources() { return library().sources; }

const std::vector<std::string>& exported_by_core() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> found;
    for (const syntax::File* file : library().modules.at("std::core")) {
      for (const syntax::Item& item : file->items) {
        if (modules::is_public(item)) found.push_back(modules::declared_name(item)->text);
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }();
  return names;
}

std::string check_library() {
  diagnostics::Diagnostics diagnostics;
  std::vector<const syntax::File*> files;
  for (const auto& [path, parts] : library().modules) files.insert(files.end(), parts.begin(), parts.end());
  modules::Options options;
  options.library = true;
  const modules::Graph graph = modules::build(
      files, [](const std::string&, bool&) { return std::vector<const syntax::File*>{}; }, diagnostics, options);
  if (!diagnostics.has_errors()) types::check(graph, {}, diagnostics);
  std::string text;
  for (const diagnostics::Diagnostic& one : diagnostics.all()) {
    const source::Position position = library().sources.position(one.span);
    text += library().sources.file(one.span.file).path() + ":" + std::to_string(position.line) + " " + one.code + ": " + one.message + "\n";
  }
  return text;
}

std::vector<Case> read_cases(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<Case> cases;
  bool in_program = true;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("=== ", 0) == 0) {
      cases.push_back({line.substr(4), "", ""});
      in_program = true;
    } else if (line == "---") {
      in_program = false;
    } else if (!cases.empty()) {
      (in_program ? cases.back().program : cases.back().expected) += line + "\n";
    }
  }
  return cases;
}

}  // namespace khora2cpp::test
