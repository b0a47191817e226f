// Escapes of strings and characters (L20), and the dedent of backtick strings (L25). Internal to syntax/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "source/source.hpp"

namespace khora2cpp::syntax {

/// Reports the faulty escapes (D103..D105) of a piece of a literal. `begin` is the offset of `text` in the
/// file.
void check_escapes(std::string_view text, source::FileId file, std::uint32_t begin,
                   diagnostics::Diagnostics& diagnostics);

/// The value of a piece of a literal. Faulty escapes stand for themselves.
std::string process_escapes(std::string_view text);

/// Takes the indentation from the raw pieces of a backtick literal (L25 steps 1 to 5). The holes are between
/// the pieces.
void dedent(std::vector<std::string>& pieces);

void append_utf8(std::string& out, char32_t value);

/// The first scalar of a UTF-8 text; U+FFFD when it is empty.
char32_t first_scalar(std::string_view text);

}  // namespace khora2cpp::syntax
