// The last pass over a finished body: checks that follow each other with nothing observable between become one, an `else` behind branches that
// all leave goes, and so does a `return;` at the end of a function.
#pragma once

#include "lower/tree.hpp"

namespace khora2cpp::lower {

void clean_up(Block& body, Convention convention);

}  // namespace khora2cpp::lower
