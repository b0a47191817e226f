// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace context_of_a_yard {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace context_of_a_yard
