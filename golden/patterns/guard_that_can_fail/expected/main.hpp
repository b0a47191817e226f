// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace main_ {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace main_
