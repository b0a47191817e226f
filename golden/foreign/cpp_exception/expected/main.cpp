// Translated by khora2cpp from main.kh.
#include "main.hpp"

#include <cstdint>

#include "khora/core/print.hpp"
#include "khora/foreign.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

extern "C" std::int64_t read_depth(std::int64_t at);

namespace main_ {

using khora::Int;

namespace {

Int read_depth(Int at) {
  return khora::foreign<Int>("read_depth", ::read_depth, at);
}

}  // namespace

void main() {
  khora::core::print(khora::text(read_depth(1)));
  khora::core::print(khora::text(read_depth(-1)));
}

}  // namespace main_
