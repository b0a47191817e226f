// From files to a checked program, with the library's sources beside it.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "modules/graph.hpp"
#include "types/program.hpp"

namespace khora2cpp::interpreter {

/// A program ready to run; `diagnostics` is what the checker said as text, and `program` is null when that holds an error.
struct Loaded {
  std::unique_ptr<modules::Graph> graph;
  std::unique_ptr<types::Program> program;
  std::string diagnostics;
};

/// Parses the library once and each program as it comes.
class Loader {
 public:
  explicit Loader(const std::filesystem::path& library);

  /// `place` is the file of the program, or a folder with all its files; one of them has `main`.
  Loaded load(const std::filesystem::path& place);

 private:
  const syntax::File* parse(const std::filesystem::path& path, diagnostics::Diagnostics& diagnostics);
  std::string render(const diagnostics::Diagnostics& diagnostics) const;

  source::SourceSet sources_;
  std::vector<std::unique_ptr<syntax::File>> trees_;
  std::map<std::string, std::vector<const syntax::File*>> library_;
};

}  // namespace khora2cpp::interpreter
