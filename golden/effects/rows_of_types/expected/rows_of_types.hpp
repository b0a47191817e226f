// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace rows_of_types {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace rows_of_types
