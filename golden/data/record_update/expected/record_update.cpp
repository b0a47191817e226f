// Translated by khora2cpp from main.kh.
#include "record_update.hpp"

#include <tuple>
#include <utility>

#include "khora/core/option.hpp"
#include "khora/core/print.hpp"
#include "khora/core/show.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace record_update {

using khora::Int;
using khora::String;
using khora::core::Option;

struct Berth;

}  // namespace record_update

template <>
struct khora::core::impl::Show<record_update::Berth> {
  static String show(const record_update::Berth& self);
};

namespace record_update {

struct Berth {
  Int pier;
  Int length;
  Option<String> taken_by;

  static constexpr auto fields = std::tuple{&Berth::pier, &Berth::length, &Berth::taken_by};
};

namespace {

Berth taken(const Berth& berth, String ship) {
  return Berth{.pier = berth.pier, .length = berth.length, .taken_by = Option<String>::Some{std::move(ship)}};
}

}  // namespace
}  // namespace record_update

khora::String khora::core::impl::Show<record_update::Berth>::show(const record_update::Berth& self) {
  return khora::text("Berth { pier: ", self.pier, ", length: ", self.length, ", taken_by: ",
                     impl::Show<Option<String>>::show(self.taken_by).answer(), " }");
}

namespace record_update {

void main() {
  const Berth free{.pier = 3, .length = 40, .taken_by = Option<String>::None{}};
  const Berth first = taken(free, "Anna");
  const Berth longer{.pier = first.pier, .length = first.length + 12, .taken_by = first.taken_by};
  khora::core::print(khora::core::impl::Show<Berth>::show(free));
  khora::core::print(khora::core::impl::Show<Berth>::show(longer));
}

}  // namespace record_update
