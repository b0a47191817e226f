// Translated by khora2cpp from tool.kh.
#pragma once

#include "khora/integer.hpp"

namespace crates::tool {

using khora::Int;

Int weight();

}  // namespace crates::tool
