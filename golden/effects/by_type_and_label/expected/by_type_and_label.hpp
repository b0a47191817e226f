// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace by_type_and_label {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();

}  // namespace by_type_and_label
