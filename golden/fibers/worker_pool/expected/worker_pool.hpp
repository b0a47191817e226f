// Translated by khora2cpp from main.kh.
//
// Two workers take numbers off a channel; a third channel brings the answers back.
#pragma once

#include "khora/tagged.hpp"

namespace worker_pool {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace worker_pool
