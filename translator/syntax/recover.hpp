// Where reading goes on behind a fault. Internal to syntax/.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "syntax/explain.hpp"
#include "syntax/token.hpp"

namespace khora2cpp::syntax {

/// Tokens `from` up to, not including, `to`.
struct Cut {
  std::size_t from = 0;
  std::size_t to = 0;
};

/// The smallest part around a fault that a declaration can do without: a statement, an arm, a member, a field. With it left out, what
/// follows is read as if the mistake had not been made. It holds the place that was reported, which may lie before the fault. Nothing when
/// the fault touches the declaration's own form.
std::optional<Cut> part_around(const SyntaxFault& fault, const std::vector<Token>& tokens, std::uint32_t reported,
                               std::string_view text);

}  // namespace khora2cpp::syntax
