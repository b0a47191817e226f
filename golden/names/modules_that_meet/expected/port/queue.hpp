// Translated by khora2cpp from queue.kh.
#pragma once

#include "khora/integer.hpp"

namespace port::queue_ {

using khora::Int;

Int length(Int n);

}  // namespace port::queue_
