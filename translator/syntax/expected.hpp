// Kinds of tokens in words. Internal to syntax/.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace khora2cpp::syntax {

bool starts_expression(std::uint32_t kind);
bool is_binary_operator(std::uint32_t kind);
bool is_keyword(std::uint32_t kind);
/// Whether an expression or a type may end with such a token.
bool ends_operand(std::uint32_t kind);

/// "an expression", "`,` or `)`", from what the grammar would accept. Operators that could go on are left out
/// when something can end. Empty when there is nothing short to say.
std::string expectation(const std::vector<std::uint32_t>& kinds);

}  // namespace khora2cpp::syntax
