// Translated by khora2cpp from main.kh.
#include "main.hpp"

#include <cstdint>

#include "khora/core/channel.hpp"
#include "khora/core/fiber.hpp"
#include "khora/core/int.hpp"
#include "khora/core/option.hpp"
#include "khora/core/print.hpp"
#include "khora/foreign.hpp"
#include "khora/share.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

extern "C" std::int8_t harbour_day();

namespace main_ {

using khora::I8;
using khora::Rest;
using khora::String;
using khora::Unit;
using khora::core::Channel;
using khora::core::Fiber;
using khora::core::Option;

namespace {

I8 harbour_day() {
  return khora::foreign<I8>("harbour_day", ::harbour_day);
}

}  // namespace

double weight_of(Int crates, double each) {
  return Int::to_float(crates) * each;
}

Tagged<U16> weigh_later(U16 crates) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  const Channel<U16> scale = Channel<U16>::bounded(1);
  const Fiber<Unit> weigher = Fiber<Unit>::spawn([scale = khora::share(scale), crates]() -> Tagged<Unit> {
    if (Rest rest = Channel<U16>::send(scale, crates).rest()) return rest;
    return khora::unit;
  });
  U16 weighed;
  Option<U16> receive_answer;
  if (Rest rest = Channel<U16>::receive(scale).to(receive_answer)) return rest;
  switch (receive_answer.which()) {
    case Option<U16>::Case::Some:
      weighed = receive_answer.as<Option<U16>::Some>().value + 1;
      break;
    case Option<U16>::Case::None:
      weighed = 0;
      break;
  }
  if (Rest rest = Fiber<Unit>::join(weigher).rest()) return rest;
  return weighed;
}

void tell(Char letter, bool loud) {
  String text;
  if (loud) {
    text = khora::text(letter, "!");
  } else {
    text = khora::text(letter);
  }
  khora::core::print(text);
}

void main() {
  khora::core::print(khora::text(harbour_day()));
}

}  // namespace main_

extern "C" double weight_of(std::int64_t crates, double each) {
  return khora::exported("weight_of", main_::weight_of, crates, each);
}

extern "C" std::uint16_t weigh_later(std::uint16_t crates) {
  return khora::exported("weigh_later", main_::weigh_later, crates);
}

extern "C" void tell(std::uint32_t letter, bool loud) {
  khora::exported("tell", main_::tell, letter, loud);
}
