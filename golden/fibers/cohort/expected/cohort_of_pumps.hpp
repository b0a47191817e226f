// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace cohort_of_pumps {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace cohort_of_pumps
