// The generator of std::random (std-io.md), SplitMix64. Its numbers are part of the library's contract.
#include "khora/native/random.hpp"

#include <random>

#include "khora/trap.hpp"

namespace khora::random {

Int next_state(Int state) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(state.raw()) + 0x9E3779B97F4A7C15u);
}

Int finalized(Int state) {
  auto z = static_cast<std::uint64_t>(state.raw());
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return static_cast<std::int64_t>(z ^ (z >> 31));
}

void check_range(Int low, Int high) {
  if (low >= high) trap("a random range must not be empty: `low` has to be below `high`");
}

Int scaled(Int draw, Int width) {
  const auto a = static_cast<std::uint64_t>(draw.raw()), b = static_cast<std::uint64_t>(width.raw());
  // The upper half of the product, from products of halves.
  const std::uint64_t a_low = a & 0xFFFFFFFF, a_high = a >> 32, b_low = b & 0xFFFFFFFF, b_high = b >> 32;
  const std::uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
  const std::uint64_t other = a_low * b_high + (middle & 0xFFFFFFFF);
  return static_cast<std::int64_t>(a_high * b_high + (middle >> 32) + (other >> 32));
}

Int fill(Int state, const core::Array<U8>& buffer) {
  std::uint64_t rest = 0;
  for (std::size_t at = 0; at < buffer.size(); ++at) {
    if (at % 8 == 0) {
      state = next_state(state);
      rest = static_cast<std::uint64_t>(finalized(state).raw());
    }
    buffer.data()[at] = static_cast<std::uint8_t>(rest & 0xFF);
    rest >>= 8;
  }
  return state;
}

Int fresh_seed() {
  std::random_device device;
  const std::uint64_t high = device();
  return static_cast<std::int64_t>(high << 32 | device());
}

}  // namespace khora::random
