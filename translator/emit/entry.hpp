// The files with an `int main`: of the program, and of its tests.
#pragma once

#include "emit/emit.hpp"
#include "emit/signatures.hpp"

namespace khora2cpp::emit {

/// `khora_main.cpp`. Only for a program with a `main`.
OutputFile entry_file(const Translation& translation, const std::vector<Grant>& grants);
/// `khora_tests.cpp`: registers the tests of all requested modules in the order of their text.
OutputFile tests_file(const Translation& translation, const std::vector<Grant>& grants);

}  // namespace khora2cpp::emit
