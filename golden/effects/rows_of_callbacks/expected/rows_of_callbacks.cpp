// Translated by khora2cpp from main.kh.
#include "rows_of_callbacks.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/fn.hpp"
#include "khora/handler.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace rows_of_callbacks {

using khora::Fn;
using khora::Int;
using khora::Rest;

struct Cracked;

}  // namespace rows_of_callbacks

template <>
struct khora::ErrorName<rows_of_callbacks::Cracked> {
  static constexpr const char* value = "Cracked";
};

namespace rows_of_callbacks {

struct BellOps {
  Fn<Unit(Int)> ring;

  static constexpr auto fields = std::tuple{&BellOps::ring};
};

class Bell : public khora::Handler<BellOps> {
 public:
  using khora::Handler<BellOps>::Handler;
};

struct Cracked {
  Int after;

  static constexpr auto fields = std::tuple{&Cracked::after};
};

namespace {

/// As often as it says; what the step needs and how it may fail is its own affair.
template <class Step_>
Tagged<Int> repeated(Int times, const Step_& step) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  Int sum = 0;
  Int turn = 0;
  while (turn < times) {
    turn = turn + 1;
    if (khora::stop_pending()) return khora::stopped;  // !
    Int step_answer;
    if (Rest rest = khora::call(step, turn).to(step_answer)) return rest;
    sum = sum + step_answer;
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return sum;
}

Tagged<Int> plain() {
  return repeated(4, [](Int turn) { return turn * turn; });
}

Tagged<Int> rung(Int times, const Bell& bell) {  // raises Cracked
  if (khora::stop_pending()) return khora::stopped;  // !
  return repeated(times, [bell](Int turn) -> Tagged<Int> {
    if (khora::stop_at_entry()) return khora::stopped;  // entry
    if (Rest rest = bell->ring(turn).rest()) return rest;
    if (turn > 2) return khora::raise(Cracked{turn});
    return turn;
  });
}

}  // namespace

Tagged<Unit> main() {
  const Bell bell = Bell(BellOps{.ring = [](Int turn) { khora::core::print(khora::text("ding ", turn)); }});
  Int plain_answer;
  if (Rest rest = plain().to(plain_answer)) return rest;
  khora::core::print(khora::text(plain_answer));
  Int value;
  auto tried = [&]() -> Tagged<Int> {
    if (khora::stop_pending()) return khora::stopped;  // !
    return rung(2, bell);
  }();
  if (tried.answered()) {
    value = tried.answer();
  } else if (const auto cracked = tried.caught<Cracked>()) {
    value = 0 - cracked->after;
  } else {
    return tried.rest();
  }
  khora::core::print(khora::text(value));
  Int value_2;
  auto tried_2 = [&]() -> Tagged<Int> {
    if (khora::stop_pending()) return khora::stopped;  // !
    return rung(9, bell);
  }();
  if (tried_2.answered()) {
    value_2 = tried_2.answer();
  } else if (const auto cracked_2 = tried_2.caught<Cracked>()) {
    value_2 = 0 - cracked_2->after;
  } else {
    return tried_2.rest();
  }
  khora::core::print(khora::text(value_2));
  return khora::unit;
}

}  // namespace rows_of_callbacks
