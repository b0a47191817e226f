// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/integer.hpp"
#include "khora/tagged.hpp"

namespace main_ {

using khora::Int;
using khora::Tagged;
using khora::Unit;

/// C may call it `index`, and so may somebody else.
Int index(Int register_);

Tagged<Unit> main();

}  // namespace main_
