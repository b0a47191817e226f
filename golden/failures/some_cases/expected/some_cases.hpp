// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace some_cases {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace some_cases
