// Translated by khora2cpp from table.kh.
#pragma once

#include "khora/integer.hpp"
#include "tide/clock.hpp"

namespace tide::table {

using khora::Int;

tide::clock::Hour high(Int day);

}  // namespace tide::table
