// Translated by khora2cpp from tool.kh.
#pragma once

#include "khora/integer.hpp"

namespace yards::tool {

using khora::Int;

Int weight();

}  // namespace yards::tool
