// Translated by khora2cpp from main.kh.
#include "wrapper.hpp"

#include "khora/core/print.hpp"
#include "khora/text.hpp"

namespace wrapper {

namespace {

Knots faster(const Knots& speed) {
  return Knots{speed.value + 1};
}

}  // namespace

void main() {
  const Knots faster_answer = faster(Knots{11});
  khora::core::print(khora::text(faster_answer.value));
}

}  // namespace wrapper
