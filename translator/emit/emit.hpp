// Statement trees to C++ text: the last stage. Input: the typed program, the facts about it and its lowered functions. Output: the files,
// whole, in memory. Deterministic: the same input gives the same bytes.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "analysis/facts.hpp"
#include "lower/lower.hpp"
#include "source/source.hpp"
#include "types/program.hpp"

namespace khora2cpp::emit {

struct OutputFile {
  std::string path;  ///< relative to the output folder, with forward slashes
  std::string text;
};

/// A permission that is granted in part: how `khora/grants.hpp` calls it, and for what.
struct Grant {
  std::string permission;
  std::vector<std::string> globs;
};

using types::Blocks;

struct Options {
  bool line_map = false;    ///< `#line` before each statement
  bool entry = false;       ///< also the file with `int main()` of the program
  Blocks blocks = Blocks::none;  ///< also these, and the file with the `int main()` that runs them
  bool interfaces = true;   ///< also a `.khi` file a part
  std::vector<Grant> grants;  ///< what the program with that `int main()` may do
  /// How the running program names a source file. The same on every machine; null: the last component of its path.
  std::function<std::string(const std::string& path)> shown_path;
};

/// Emits the modules that were asked for (`modules::Module::is_requested`). Benches need a program that was checked with
/// `types::Options::benches`.
std::vector<OutputFile> emit(types::Program& program, const analysis::Facts& facts, const lower::Program& lowered,
                             const source::SourceSet& sources, const Options& options);

}  // namespace khora2cpp::emit
