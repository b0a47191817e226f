// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace function_values {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace function_values
