// Text to tokens and comments (syntax-and-types.md section 1). Internal to syntax/.
//
// Reports D101..D108. Unreadable characters are left out of the result; literals with a fault stay, so that
// parsing can go on.
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "source/source.hpp"
#include "syntax/token.hpp"

namespace khora2cpp::syntax {

TokenList lex(const source::SourceFile& file, source::FileId id, diagnostics::Diagnostics& diagnostics);

}  // namespace khora2cpp::syntax
