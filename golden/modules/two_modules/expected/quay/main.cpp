// Translated by khora2cpp from main.kh.
#include "quay/main.hpp"

#include "khora/core/print.hpp"
#include "quay/cranes.hpp"

namespace quay::main {

void main() {
  const quay::cranes::Crane crane = quay::cranes::lift(quay::cranes::Crane::Idle{}, 40);
  khora::core::print(quay::cranes::Crane::told(crane));
}

}  // namespace quay::main
