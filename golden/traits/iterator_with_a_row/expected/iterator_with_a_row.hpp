// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace iterator_with_a_row {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace iterator_with_a_row
