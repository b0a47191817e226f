// Checked positions: parameters whose functions run on another fiber (concurrency.md 15.2).
#pragma once

#include <string_view>

#include "types/program.hpp"

namespace khora2cpp::types {

/// What a function value handed to a parameter of a library declaration becomes on another fiber, such as `the body of a fiber`, from its
/// `// @crosses as ..` pragma (see the library's README); empty where there is none, or no library.
std::string_view crosses_as(const syntax::Comments* leading, const modules::Module* module);

}  // namespace khora2cpp::types
