// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace pipes {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace pipes
