// Khora literals as C++ ones.
#pragma once

#include <string>
#include <string_view>

namespace khora2cpp::emit {

/// `"a\n"`: a narrow string literal of these bytes. UTF-8 stays readable; what compilers warn about or editors hide is escaped.
std::string string_literal(std::string_view bytes);
/// `U'a'`.
std::string character_literal(char32_t value);
/// `3`, `-4`; the two ends of the 64-bit ranges need special spelling.
std::string integer_literal(std::string_view digits);

}  // namespace khora2cpp::emit
