// The files with an `int main`: of the program, and of its tests or benches.
#pragma once

#include "emit/emit.hpp"
#include "emit/signatures.hpp"

namespace khora2cpp::emit {

/// `khora_main.cpp`. Only for a program with a `main`.
OutputFile entry_file(const Translation& translation, const std::vector<Grant>& grants);
/// The blocks of a module that are translated, in the order of their text.
const std::vector<types::Function*>& blocks_of(const types::Part& part, Blocks which);
/// `khora_tests.cpp` or `khora_benches.cpp`: registers the blocks of all requested modules.
OutputFile blocks_file(const Translation& translation, const std::vector<Grant>& grants);

}  // namespace khora2cpp::emit
