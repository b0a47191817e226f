// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace crew_of_readers {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace crew_of_readers
