// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace list_elements {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace list_elements
