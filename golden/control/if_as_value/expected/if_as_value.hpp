// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace if_as_value {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace if_as_value
