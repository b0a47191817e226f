// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace loop_with_value {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace loop_with_value
