// The files of one translation: reading, parsing, and a record of everything that was looked at.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "source/source.hpp"
#include "syntax/ast.hpp"

namespace khora2cpp::driver {

/// Reads files into a source set and parses each once. Problems become D902.
class Sources {
 public:
  explicit Sources(diagnostics::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  /// The tree of a `.kh` or `.khi` file; null when it could not be read, which has been reported then.
  const syntax::File* parse(const std::filesystem::path& path);

  /// The path of a module as its `module` line says; empty when there is none or the file cannot be read.
  /// Reports nothing.
  std::string module_of(const std::filesystem::path& path);

  /// Notes that the choice of files depends on what this directory holds.
  void looked_into(const std::filesystem::path& directory);

  source::SourceSet& set() { return set_; }
  const source::SourceSet& set() const { return set_; }
  /// Every file read, in the order of reading.
  const std::vector<std::filesystem::path>& files() const { return files_; }
  const std::vector<std::filesystem::path>& directories() const { return directories_; }
  /// The path that a tree was read from.
  const std::filesystem::path& path_of(const syntax::File* file) const { return paths_.at(file); }

 private:
  const std::string* text_of(const std::filesystem::path& path, std::string& problem);

  diagnostics::Diagnostics& diagnostics_;
  source::SourceSet set_;
  std::map<std::filesystem::path, const syntax::File*> parsed_;
  std::map<std::filesystem::path, std::string> texts_;
  std::map<const syntax::File*, std::filesystem::path> paths_;
  std::vector<std::unique_ptr<syntax::File>> trees_;
  std::vector<std::filesystem::path> files_;
  std::vector<std::filesystem::path> directories_;
};

/// The path in the `module` line at the beginning of a text; empty when it does not begin with one.
std::string module_line(std::string_view text);

/// Source files larger than this are refused.
inline constexpr std::uint64_t largest_source = std::uint64_t{16} << 20;

}  // namespace khora2cpp::driver
