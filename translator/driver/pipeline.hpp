// All stages in a row, for one program.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/facts.hpp"
#include "diagnostics/diagnostic.hpp"
#include "driver/checked_modules.hpp"
#include "driver/files.hpp"
#include "driver/installation.hpp"
#include "driver/module_finder.hpp"
#include "driver/project.hpp"
#include "driver/sources.hpp"
#include "emit/emit.hpp"
#include "lower/lower.hpp"
#include "modules/graph.hpp"
#include "types/check.hpp"

namespace khora2cpp::driver {

struct PipelineRequest {
  std::vector<std::filesystem::path> files;
  std::filesystem::path
      entry;  ///< the file whose `main` is the program's; empty for a library or a check of one
  std::vector<std::filesystem::path> entries;  ///< the files whose `main` starts a program
  bool knows_entries = false;                  ///< a `main` in another file is a lint's business
  std::vector<std::filesystem::path> uses;  ///< folders with interfaces
  CheckedModules* checked = nullptr;  ///< what is known of modules from earlier checks; no translation may follow
  emit::Blocks blocks = emit::Blocks::none;  ///< what is translated beside the declarations
  bool benches = false;  ///< bench blocks are part of what is checked and looked through for warnings
  bool library = false;       ///< the files are the standard library
  bool whole_program = true;  ///< modules found by import are translated as well, not only read
  std::filesystem::path output;  ///< where the C++ goes, if not the whole program is translated: earlier translations may have left more
};

/// Runs the stages as far as they are needed. Every mistake is in `diagnostics`; nothing is written or
/// printed.
class Pipeline {
 public:
  Pipeline(Sources& sources, diagnostics::Diagnostics& diagnostics)
      : sources_(sources), diagnostics_(diagnostics) {}

  /// Reads, resolves and checks. False when there was an error.
  bool check(const PipelineRequest& request, const Project& project, const Installation* installation);

  /// The C++ of what was checked, with paths relative to the output directory.
  std::vector<FileToWrite> translate(bool line_map);

  /// The C functions that the translated modules import, and where.
  std::map<std::string, source::Span> imports() const;

  bool has_main() const { return program_ && program_->main != nullptr; }

 private:
  const syntax::File* entry_file(const PipelineRequest& request);
  void find_warnings(const PipelineRequest& request);
  void note_left_out(const PipelineRequest& request, const ModuleFinder& finder);

  Sources& sources_;
  diagnostics::Diagnostics& diagnostics_;
  modules::Graph graph_;
  std::unique_ptr<types::Program> program_;
  std::unique_ptr<analysis::Facts> facts_;
  std::unique_ptr<lower::Program> lowered_;
  std::function<std::string(const std::string& path)> shown_path_;
  Grants grants_;
  bool has_entry_ = false;
  emit::Blocks blocks_ = emit::Blocks::none;
};

}  // namespace khora2cpp::driver
