// Translated by khora2cpp from main.kh.
#include "overflow.hpp"

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace overflow {

using khora::U8;

namespace {

U8 grown(U8 n) {
  return n + 1;
}

}  // namespace

void main() {
  khora::core::print("before");
  khora::core::print(khora::text(grown(255)));
}

}  // namespace overflow
