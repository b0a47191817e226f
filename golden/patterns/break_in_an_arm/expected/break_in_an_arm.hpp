// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace break_in_an_arm {

using khora::Tagged;
using khora::Unit;

// `break` leaves the loop, so the match cannot be a `switch`.
Tagged<Unit> main();

}  // namespace break_in_an_arm
