// Characters and numbers as text (std-core.md sections 6, 8 and 9).
#pragma once

#include <string>

namespace khora2cpp::interpreter {

std::string utf8(char32_t character);
/// The shortest decimal text that reads back as the same number, never with an exponent; `?` when it is longer than 32 bytes.
std::string float_text(double value);

}  // namespace khora2cpp::interpreter
