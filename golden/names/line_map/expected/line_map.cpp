// Translated by khora2cpp from main.kh.
#include "line_map.hpp"

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace line_map {

using khora::Int;

namespace {

#line 5 "main.kh"
Int half(Int n) {
#line 6 "main.kh"
  return n / 2;
}

}  // namespace

#line 9 "main.kh"
void main() {
#line 10 "main.kh"
  const Int n = half(9);
#line 11 "main.kh"
  khora::core::print(khora::text(n));
}

}  // namespace line_map
