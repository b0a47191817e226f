// Translated by khora2cpp from main.kh.
#include "main.hpp"

#include <cstdint>
#include <tuple>

#include "khora/char.hpp"
#include "khora/core/list.hpp"
#include "khora/core/print.hpp"
#include "khora/core/ptr.hpp"
#include "khora/fn.hpp"
#include "khora/foreign.hpp"
#include "khora/handler.hpp"
#include "khora/integer.hpp"
#include "khora/ptr.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

extern "C" std::int64_t gauge_height(std::int64_t number, double scale);
extern "C" bool gauge_is_dry(std::int64_t number);
extern "C" std::uint32_t gauge_flag(std::uint8_t number);
extern "C" void gauge_reset();
extern "C" void* gauge_find(std::int32_t number);
extern "C" std::int32_t gauge_number(void*);

namespace main_ {

using khora::Char;
using khora::Fn;
using khora::I32;
using khora::Int;
using khora::Ptr;
using khora::Rest;
using khora::String;
using khora::U8;
using khora::core::List;

struct SeaOps {
  Fn<String()> name;

  static constexpr auto fields = std::tuple{&SeaOps::name};
};

/// Whoever may look at the sea.
class Sea : public khora::Handler<SeaOps> {
 public:
  using khora::Handler<SeaOps>::Handler;
};

namespace {

// The height at a gauge in centimetres.
Int gauge_height(Int number, double scale, const Sea&) {
  return khora::foreign<Int>("gauge_height", ::gauge_height, number, scale);
}

bool gauge_is_dry(Int number) {
  return khora::foreign<bool>("gauge_is_dry", ::gauge_is_dry, number);
}

Char gauge_flag(U8 number) {
  return khora::foreign<Char>("gauge_flag", ::gauge_flag, number);
}

void gauge_reset() {
  khora::foreign<void>("gauge_reset", ::gauge_reset);
}

Ptr gauge_find(I32 number) {
  return khora::foreign<Ptr>("gauge_find", ::gauge_find, number);
}

I32 gauge_number(Ptr unnamed) {
  return khora::foreign<I32>("gauge_number", ::gauge_number, unnamed);
}

/// A function value, like any other.
Tagged<Int> dry(const List<Int>& numbers, const Fn<bool(Int)>& test) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  Int count = 0;
  for (const Int number : numbers) {
    bool test_answer = false;
    if (Rest rest = test(number).to(test_answer)) return rest;
    if (test_answer) {
      count = count + 1;
    }
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return count;
}

}  // namespace

Tagged<Unit> main() {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  {
    const Sea sea = Sea(SeaOps{.name = []() -> String { return "North"; }});
    String name_answer;
    if (Rest rest = sea->name().to(name_answer)) return rest;
    khora::core::print(khora::text(name_answer, ": ", gauge_height(1, 1.5, sea)));
  }
  Int dry_answer;
  if (Rest rest = dry(List<Int>::of(0, 1, 2, 3), gauge_is_dry).to(dry_answer)) return rest;
  khora::core::print(khora::text(dry_answer, " dry, flag ", gauge_flag(2)));
  const Ptr second = gauge_find(2);
  const I32 gauge_number_answer = gauge_number(second);
  khora::core::print(khora::text("found ", gauge_number_answer, ", missing ", Ptr::is_null(gauge_find(9))));
  gauge_reset();
  const Sea sea_2 = Sea(SeaOps{.name = []() -> String { return ""; }});
  khora::core::print(khora::text(gauge_height(1, 1.0, sea_2)));
  return khora::unit;
}

}  // namespace main_
