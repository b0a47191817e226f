// Translated by khora2cpp from _Level.kh.
#pragma once

#include "khora/integer.hpp"

namespace __tide_::_Level_ {

using khora::Int;

Int level();
Int __LINE___();

}  // namespace __tide_::_Level_
