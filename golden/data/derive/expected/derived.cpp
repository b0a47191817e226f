// Translated by khora2cpp from main.kh.
#include "derived.hpp"

#include <tuple>

#include "khora/core/eq.hpp"
#include "khora/core/ord.hpp"
#include "khora/core/ordering.hpp"
#include "khora/core/print.hpp"
#include "khora/core/show.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace derived {

using khora::Int;
using khora::String;
using khora::core::Ordering;

struct Berth;

}  // namespace derived

template <>
struct khora::core::impl::Eq<derived::Berth> {
  static bool eq(const derived::Berth& self, const derived::Berth& other);
};

template <>
struct khora::core::impl::Ord<derived::Berth> {
  static Ordering cmp(const derived::Berth& self, const derived::Berth& other);
};

template <>
struct khora::core::impl::Show<derived::Berth> {
  static String show(const derived::Berth& self);
};

namespace derived {

struct Berth {
  String pier;
  Int number;

  static constexpr auto fields = std::tuple{&Berth::pier, &Berth::number};
};

}  // namespace derived

bool khora::core::impl::Eq<derived::Berth>::eq(const derived::Berth& self, const derived::Berth& other) {
  return self.pier == other.pier && self.number == other.number;
}

khora::core::Ordering khora::core::impl::Ord<derived::Berth>::cmp(const derived::Berth& self,
                                                                  const derived::Berth& other) {
  const Ordering order = impl::Ord<String>::cmp(self.pier, other.pier);
  if (!order.is<Ordering::Equal>()) return order;
  return impl::Ord<Int>::cmp(self.number, other.number);
}

khora::String khora::core::impl::Show<derived::Berth>::show(const derived::Berth& self) {
  return khora::text("Berth { pier: ", self.pier, ", number: ", self.number, " }");
}

namespace derived {

void main() {
  const Berth first{.pier = "north", .number = 2};
  const Berth second{.pier = "north", .number = 10};
  const String show_answer = khora::core::impl::Show<Berth>::show(first);
  const bool eq_answer = khora::core::impl::Eq<Berth>::eq(first, second);
  khora::core::print(
      khora::text(show_answer, " ", eq_answer, " ",
                  khora::core::impl::Ord<Berth>::cmp(first, second).is<Ordering::Less>()));
}

}  // namespace derived
