// The lints of syntax-and-types.md section 10.3: what is right and most likely not meant. Input: a typed program without errors. Output:
// warnings whose code is the name of the lint, those silenced by `// @klint allow` left out. None changes what a program means; levels of
// `[lints]` are applied by the driver.
#pragma once

#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "source/source.hpp"
#include "types/program.hpp"

namespace khora2cpp::lints {

struct Options {
  std::vector<const syntax::File*> entries;  ///< the files whose `main` starts a program
  bool knows_entries = false;                ///< a `main` in any other file is misplaced
};

void check(const types::Program& program, const source::SourceSet& sources, const Options& options,
           diagnostics::Diagnostics& diagnostics);

}  // namespace khora2cpp::lints
