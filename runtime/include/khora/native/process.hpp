// What std::process leaves to C++ (std-io.md).
#pragma once

#include "khora/integer.hpp"
#include "khora/native/list.hpp"
#include "khora/string.hpp"
#include "khora/tagged.hpp"

namespace khora::process {

struct Completed;

// Each of these blocks, on the blocking pool, and is no point. They raise ProcessError.
Tagged<Int> run_program(const String& program, const core::List<String>& arguments);
Tagged<Completed> capture_program(const String& program, const core::List<String>& arguments);
/// By `/bin/sh`.
Tagged<Completed> capture_shell(const String& line);

}  // namespace khora::process
