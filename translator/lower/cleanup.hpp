// The last pass over a finished body: checks that follow each other with nothing observable between become one, and a `return;` at the end of
// a function goes.
#pragma once

#include "lower/tree.hpp"

namespace khora2cpp::lower {

void clean_up(Block& body);

}  // namespace khora2cpp::lower
