// The white space in front of a line.
#pragma once

#include <cstddef>
#include <string>

namespace khora2cpp::emit {

inline std::string spaces(std::size_t count) { return std::string(count, ' '); }

}  // namespace khora2cpp::emit
