// Brackets that do not match (D201). Internal to syntax/.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "syntax/token.hpp"

namespace khora2cpp::syntax {

/// Reports brackets without a partner, then closes what is open and removes what closes nothing, so that the
/// list is balanced. Answers where a bracket had no partner: from there to the end of the declaration it can only be guessed what is
/// inside what.
std::vector<std::uint32_t> balance_brackets(TokenList& list, std::string_view text, source::FileId file,
                                            diagnostics::Diagnostics& diagnostics);

}  // namespace khora2cpp::syntax
