// Translated by khora2cpp from main.kh.
#pragma once

#include "khora/char.hpp"
#include "khora/integer.hpp"
#include "khora/tagged.hpp"

namespace main_ {

using khora::Char;
using khora::Int;
using khora::Tagged;
using khora::U16;

/// What three crates weigh.
double weight_of(Int crates, double each);

/// Waits for a fiber: C knows nothing of it.
Tagged<U16> weigh_later(U16 crates);

void tell(Char letter, bool loud);
void main();

}  // namespace main_
