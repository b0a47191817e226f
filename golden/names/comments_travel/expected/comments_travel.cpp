// Translated by khora2cpp from main.kh.
//
// What the module is for.
#include "comments_travel.hpp"

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace comments_travel {

using khora::Int;

namespace {

/// Documented:
/// on two lines.
Int documented(Int n) {
  // Why the next line is there.
  const Int doubled = n * 2;  // behind it
  // a block
  // of lines
  return doubled + 1;
}

}  // namespace

void main() {
  // the only thing to say
  khora::core::print(khora::text(documented(20)));
}

}  // namespace comments_travel
