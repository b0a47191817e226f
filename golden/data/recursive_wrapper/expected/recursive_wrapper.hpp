// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace recursive_wrapper {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace recursive_wrapper
