// Translated by khora2cpp from main.kh.
#include "capability.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/fn.hpp"
#include "khora/handler.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace capability {

using khora::Fn;
using khora::Int;
using khora::Rest;

struct LampOps {
  Fn<Unit(Int)> light;
  Fn<Int()> level;

  static constexpr auto fields = std::tuple{&LampOps::light, &LampOps::level};
};

class Lamp : public khora::Handler<LampOps> {
 public:
  using khora::Handler<LampOps>::Handler;
};

namespace {

Tagged<Int> brighter(const Lamp& lamp) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  Int level_answer;
  if (Rest rest = lamp->level().to(level_answer)) return rest;
  if (Rest rest = lamp->light(level_answer + 1).rest()) return rest;
  return lamp->level();
}

Lamp fixed(Int level) {
  return Lamp(LampOps{
      .light = [](Int n) { khora::core::print(khora::text("lit ", n)); },
      .level = [level]() { return level; }});
}

}  // namespace

Tagged<Unit> main() {
  Int value;
  {
    const Lamp lamp = fixed(4);
    if (Rest rest = brighter(lamp).to(value)) return rest;
  }
  khora::core::print(khora::text(value));
  const Lamp lamp_2 = fixed(7);
  Int brighter_answer;
  if (Rest rest = brighter(lamp_2).to(brighter_answer)) return rest;
  khora::core::print(khora::text(brighter_answer));
  return khora::unit;
}

}  // namespace capability
