// Translated by khora2cpp from main.kh.
#include "by_type_and_label.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/fn.hpp"
#include "khora/handler.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace by_type_and_label {

using khora::Fn;
using khora::Int;
using khora::Rest;

struct GaugeOps {
  Fn<Int()> level;

  static constexpr auto fields = std::tuple{&GaugeOps::level};
};

class Gauge : public khora::Handler<GaugeOps> {
 public:
  using khora::Handler<GaugeOps>::Handler;
};

namespace {

Tagged<Int> fall(const Gauge& above, const Gauge& below) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  Int level_answer;
  if (Rest rest = above->level().to(level_answer)) return rest;
  Int level_answer_2;
  if (Rest rest = below->level().to(level_answer_2)) return rest;
  return level_answer - level_answer_2;
}

Gauge steady(Int level) {
  return Gauge(GaugeOps{.level = [level]() { return level; }});
}

}  // namespace

Tagged<Unit> main() {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  // By label, one after the other: the second may use the first.
  Int value;
  {
    const Gauge above = steady(9);
    Int level_answer;
    if (Rest rest = above->level().to(level_answer)) return rest;
    const Gauge below = steady(level_answer - 4);
    if (Rest rest = fall(above, below).to(value)) return rest;
  }
  khora::core::print(khora::text(value));
  // By type: every label of that type.
  const Gauge flat = steady(6);
  Int fall_answer;
  if (Rest rest = fall(flat, flat).to(fall_answer)) return rest;
  khora::core::print(khora::text(fall_answer));
  Int value_2;
  {
    const Gauge above_2 = steady(60);
    if (Rest rest = fall(above_2, flat).to(value_2)) return rest;
  }
  khora::core::print(khora::text(value_2));
  return khora::unit;
}

}  // namespace by_type_and_label
