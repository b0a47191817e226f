// Translated by khora2cpp from main.kh.
#include "iterator.hpp"

#include <tuple>

#include "khora/core/iterator.hpp"
#include "khora/core/print.hpp"
#include "khora/core/step.hpp"
#include "khora/integer.hpp"
#include "khora/row.hpp"
#include "khora/text.hpp"

namespace iterator {

using khora::Int;
using khora::core::Step;

struct Countdown;

}  // namespace iterator

template <>
struct khora::core::impl::Iterator<iterator::Countdown> : khora::core::impl::IteratorDefaults<iterator::Countdown> {
  using Item = Int;
  using Effects = Row<>;
  static Step<iterator::Countdown, Int> next(const iterator::Countdown& self, const Row<>& effects);
};

namespace iterator {

struct Countdown {
  Int from;

  static constexpr auto fields = std::tuple{&Countdown::from};
};

}  // namespace iterator

khora::core::Step<iterator::Countdown, khora::Int> khora::core::impl::Iterator<iterator::Countdown>::next(
    const iterator::Countdown& self, const Row<>&) {
  if (self.from == 0) return Step<iterator::Countdown, Int>::Done{};
  return Step<iterator::Countdown, Int>::Yield{iterator::Countdown{self.from - 1}, self.from};
}

namespace iterator {

Tagged<Unit> main() {
  const Countdown start{3};
  Countdown state = start;
  for (;;) {
    const Step<Countdown, Int> step = khora::core::impl::Iterator<Countdown>::next(state, {});
    if (step.is<Step<Countdown, Int>::Done>()) break;
    state = step.as<Step<Countdown, Int>::Yield>().state;
    khora::core::print(khora::text(step.as<Step<Countdown, Int>::Yield>().item));
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return khora::unit;
}

}  // namespace iterator
