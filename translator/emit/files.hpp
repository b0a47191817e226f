// Where the emitted files of each part of a module are, and the small facts about its source file that the text of the output may show.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "emit/names.hpp"
#include "source/source.hpp"
#include "types/program.hpp"

namespace khora2cpp::emit {

class Files {
 public:
  using ShownPath = std::function<std::string(const std::string& path)>;
  Files(const types::Program& program, const Names& names, const source::SourceSet& sources, const ShownPath& shown_path);

  /// `quay/cranes`, `khora/core/option`: without suffix, with forward slashes.
  const std::string& stem(const types::Declared& declared) const { return stems_.at(declared.file); }
  const std::string& stem(const syntax::File* file) const { return stems_.at(file); }
  bool knows(const syntax::File* file) const { return stems_.count(file) != 0; }
  /// A hand-written header that defines what the part leaves to C++ (`// @native header khora/native/channel.hpp`); else empty.
  static std::string native_header(const syntax::File& file);
  /// How the running program names a file of the program.
  const std::string& shown(source::FileId file) const { return shown_.at(file); }

 private:
  std::map<const syntax::File*, std::string> stems_;
  std::map<source::FileId, std::string> shown_;
};

/// The last component of a path: what a comment of the output may show of a source file.
std::string file_name(const std::string& path);

}  // namespace khora2cpp::emit
