// Translated by khora2cpp from main.kh.
#include "calls.hpp"

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace calls {

using khora::Int;
using khora::String;

namespace {

/// The area of a rectangle.
Int area(Int width, Int height) {
  return width * height;
}

void announce(const String& what) {
  khora::core::print(khora::text("the answer is ", what));
}

}  // namespace

void main() {
  announce(khora::text(area(6, 7)));
}

}  // namespace calls
