// Translated by khora2cpp from main.kh.
#include "closure_keeps_a_capability.hpp"

#include <tuple>

#include "khora/core/list.hpp"
#include "khora/core/print.hpp"
#include "khora/core/show.hpp"
#include "khora/fn.hpp"
#include "khora/handler.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"

namespace closure_keeps_a_capability {

using khora::Fn;
using khora::Int;
using khora::Rest;
using khora::String;
using khora::core::List;

struct PricesOps {
  Fn<Int(Int)> of;

  static constexpr auto fields = std::tuple{&PricesOps::of};
};

class Prices : public khora::Handler<PricesOps> {
 public:
  using khora::Handler<PricesOps>::Handler;
};

namespace {

Tagged<List<Int>> total(const List<Int>& zones, const Prices& prices) {
  // The lambda brings `prices` along.
  return List<Int>::map<Int>(zones, [prices](Int zone) -> Tagged<Int> {
    if (khora::stop_at_entry()) return khora::stopped;  // entry
    return prices->of(zone);
  });
}

}  // namespace

Tagged<Unit> main() {
  const Prices prices = Prices(PricesOps{.of = [](Int zone) { return zone * 100; }});
  List<Int> list;
  if (Rest rest = total(List<Int>::of(1, 2), prices).to(list)) return rest;
  String show_answer;
  if (Rest rest = khora::core::impl::Show<List<Int>>::show(list).to(show_answer)) return rest;
  khora::core::print(show_answer);
  return khora::unit;
}

}  // namespace closure_keeps_a_capability
