// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace rows_in_handlers {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace rows_in_handlers
