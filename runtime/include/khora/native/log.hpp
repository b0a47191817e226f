// What std::log leaves to C++ (std-io.md): standard error.
#pragma once

#include "khora/string.hpp"

namespace khora::log {

/// The text and a newline, in one piece and unbuffered.
void eprint(const String& text);

}  // namespace khora::log
