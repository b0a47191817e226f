// Translated by khora2cpp from upper.kh.
//
// Differs from another module in the case of a letter.
#pragma once

#include "khora/integer.hpp"

namespace port::Queue {

using khora::Int;

Int length(Int n);

}  // namespace port::Queue
