// Translated by khora2cpp from _Level.kh.
#pragma once

#include "khora/integer.hpp"

namespace __tide___::_Level___ {

using khora::Int;

Int level();
Int __LINE___();

}  // namespace __tide___::_Level___
