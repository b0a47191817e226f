// Which records and variants are values and which stand behind a counted pointer (emission.md section 6). Decided once a declaration.
#pragma once

#include <set>

#include "types/program.hpp"

namespace khora2cpp::analysis {

/// The declarations that are boxed: records with a `mut` field, whatever would contain itself, and what is larger than four words.
std::set<const types::TypeDecl*> boxed_types(const types::Program& program);

}  // namespace khora2cpp::analysis
