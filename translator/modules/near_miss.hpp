// Which known name somebody probably meant. For hints in diagnostics only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace khora2cpp::modules {

/// Single-character insertions, removals, replacements and swaps of neighbours that lead from one name to the
/// other.
std::size_t edit_distance(std::string_view from, std::string_view to);

/// The candidate closest to `name`, if one is close enough to be a slip of the fingers; the first in order
/// among equals. Empty otherwise.
std::string near_miss(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace khora2cpp::modules
