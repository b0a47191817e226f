// The documentation of a module as Markdown: its public declarations with their `///` comments, in the order of the source.
#pragma once

#include <string>
#include <vector>

#include "source/source.hpp"
#include "syntax/ast.hpp"

namespace khora2cpp::driver {

/// The page of the module that these files are the parts of. It depends on nothing but them and their order.
std::string module_page(const std::vector<const syntax::File*>& parts, const source::SourceSet& sources);

/// The path of a module as it is written, `std::json`; empty for a file without a `module` line.
std::string module_path(const syntax::File& file);

}  // namespace khora2cpp::driver
