// A program of one module, checked against the real library and analysed: what tests of analysis/ and lower/ start from.
#pragma once

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "analysis/facts.hpp"
#include "modules/graph.hpp"
#include "source/source.hpp"
#include "syntax/parse.hpp"
#include "types/check.hpp"

namespace khora2cpp::test {

class CheckedProgram {
 public:
  /// `text` is the body of `module main;`.
  explicit CheckedProgram(const std::string& text) {
    const syntax::File* file = parse("main.kh", "module main;\n" + text);
    graph_ = modules::build(
        {file},
        [this](const std::string& module, bool& is_interface) {
          is_interface = false;
          return library(module);
        },
        diagnostics_);
    if (!diagnostics_.has_errors()) {
      types::Options options;
      options.entry = file;
      program = types::check(graph_, options, diagnostics_);
    }
    for (const diagnostics::Diagnostic& diagnostic : diagnostics_.all()) {
      if (diagnostic.severity == diagnostics::Severity::error) UNSCOPED_INFO(std::string(diagnostic.code) + ": " + diagnostic.message);
    }
    REQUIRE(!diagnostics_.has_errors());
    facts = analysis::analyse(*program);
  }

  /// A function of the module by name, `Type.method` for members of impls.
  const types::Function& function(const std::string& name) const {
    const std::size_t dot = name.find('.');
    for (const types::Function& one : program->functions) {
      if (one.module == nullptr || one.module->path != "main" || one.name != name.substr(dot == std::string::npos ? 0 : dot + 1)) continue;
      if (dot == std::string::npos && one.impl == nullptr) return one;
      if (dot != std::string::npos && one.impl != nullptr && types::to_string(one.impl->target) == name.substr(0, dot)) return one;
    }
    FAIL("no function " << name);
    throw std::exception();
  }
  const types::TypeDecl& type(const std::string& name) const {
    for (const types::TypeDecl& one : program->type_decls) {
      if (one.name == name && one.module != nullptr && one.module->path == "main") return one;
    }
    FAIL("no type " << name);
    throw std::exception();
  }
  const analysis::FunctionFacts& of(const std::string& name) const { return facts->of(&function(name)); }
  const source::SourceSet& sources() const { return sources_; }

  std::unique_ptr<types::Program> program;
  std::unique_ptr<analysis::Facts> facts;

 private:
  const syntax::File* parse(const std::string& path, const std::string& text) {
    const source::FileId id = sources_.add(path, text);
    files_.push_back(syntax::parse(sources_, id, diagnostics_));
    return files_.back().get();
  }

  std::vector<const syntax::File*> library(const std::string& module) {
    if (module.rfind("std::", 0) != 0) return {};
    namespace fs = std::filesystem;
    const fs::path base = fs::path(KHORA2CPP_SOURCE_DIR) / "runtime" / "std" / module.substr(5);
    std::vector<fs::path> paths;
    if (fs::is_directory(base)) {
      for (const auto& entry : fs::directory_iterator(base)) {
        if (entry.path().extension() == ".kh") paths.push_back(entry.path());
      }
    } else if (fs::exists(base.string() + ".kh")) {
      paths.push_back(base.string() + ".kh");
    }
    std::sort(paths.begin(), paths.end());
    std::vector<const syntax::File*> files;
    for (const fs::path& path : paths) {
      std::ifstream in(path);
      std::stringstream text;
      text << in.rdbuf();
      files.push_back(parse(path.filename().string(), text.str()));
    }
    return files;
  }

  source::SourceSet sources_;
  diagnostics::Diagnostics diagnostics_;
  std::vector<std::unique_ptr<syntax::File>> files_;
  modules::Graph graph_;
};

}  // namespace khora2cpp::test
