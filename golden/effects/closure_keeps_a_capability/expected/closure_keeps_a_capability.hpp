// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace closure_keeps_a_capability {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace closure_keeps_a_capability
