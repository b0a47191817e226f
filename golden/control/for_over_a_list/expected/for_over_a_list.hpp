// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace for_over_a_list {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace for_over_a_list
