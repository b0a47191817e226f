// What std::random leaves to C++ (std-io.md): the arithmetic of its generator, and the seed from outside.
#pragma once

#include "khora/integer.hpp"
#include "khora/native/array.hpp"

namespace khora::random {

Int next_state(Int state);
/// The finalizer of SplitMix64.
Int finalized(Int state);
/// A trap unless `low < high`.
void check_range(Int low, Int high);
/// `draw * width / 2^64`, with `draw` read without a sign and a positive `width`.
Int scaled(Int draw, Int width);
/// Fills the array with the draws that follow `state`, the lowest byte of each first, and answers the state after them.
Int fill(Int state, const core::Array<U8>& buffer);
Int fresh_seed();

}  // namespace khora::random
