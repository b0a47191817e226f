// Programs as text against the checker: one call parses, resolves and checks a program with the library's sources beside it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "source/source.hpp"
#include "types/check.hpp"

namespace khora2cpp::test {

struct Checked {
  std::unique_ptr<modules::Graph> graph;       ///< what `program` points into
  std::unique_ptr<types::Program> program;     ///< null when the program does not parse
  std::string diagnostics;                     ///< see `check_text`
};

/// Checks a program. Modules are separated by lines that begin with `//// `, which may name the file that follows; a program without a
/// `module` line, and without a file name, is module `m` with the common names of the library imported. The library is read as an
/// interface: its bodies are not checked.
///
/// Each diagnostic is a line `3:15 error D401: message` (with the module's number in front when there are several), followed by lines
/// `  hint: ..` and `  note 2:3: ..`. The empty text means that the program was accepted without a warning.
Checked check_program(const std::string& text);
inline std::string check_text(const std::string& text) { return check_program(text).diagnostics; }

/// A file of a program, complete with its `module` line and imports.
struct Source {
  std::string name;
  std::string text;
};
/// Everything that is reported about a program of several files, the last of which is its entry; lints too. The sources outlive the answer.
diagnostics::Diagnostics report_on(const std::vector<Source>& files);
const source::SourceSet& sources();
/// What `std::core` exports, sorted.
const std::vector<std::string>& exported_by_core();

/// The same for the library itself, bodies included.
std::string check_library();

/// One case of a `.cases` file.
struct Case {
  std::string name;      ///< rule ids, and what it is about
  std::string program;
  std::string expected;  ///< the diagnostics; empty for an accepted program
};
/// A `.cases` file: `=== NAME`, the program, and for a program that is reported a line `---` and its diagnostics.
std::vector<Case> read_cases(const std::string& path);

}  // namespace khora2cpp::test
