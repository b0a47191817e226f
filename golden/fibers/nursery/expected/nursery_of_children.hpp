// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/tagged.hpp"

namespace nursery_of_children {

using khora::Tagged;
using khora::Unit;

Tagged<Unit> main();  // raises ChildFailed

}  // namespace nursery_of_children
