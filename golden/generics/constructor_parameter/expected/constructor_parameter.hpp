// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace constructor_parameter {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace constructor_parameter
