// Translated by khora2cpp from main.kh.
#include "record.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace record {

using khora::Int;

struct Spot {
  Int x;
  Int y;

  static constexpr auto fields = std::tuple{&Spot::x, &Spot::y};

  static Spot moved(const Spot& self, Int by);
};

Spot Spot::moved(const Spot& self, Int by) {
  return Spot{.x = self.x + by, .y = self.y};
}

void main() {
  const Spot spot{.x = 1, .y = 2};
  const Spot next = Spot::moved(spot, 3);
  khora::core::print(khora::text(spot.x, " ", next.x, " ", next.y));
}

}  // namespace record
