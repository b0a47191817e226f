// Translated by khora2cpp from main.kh.
#include "nested_with_guard.hpp"

#include "khora/core/option.hpp"
#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"
#include "khora/tuple.hpp"

namespace nested_with_guard {

using khora::Int;
using khora::String;
using khora::Tuple;
using khora::core::Option;

namespace {

String told(const Tuple<Option<Int>, bool>& pair) {
  if (khora::get<0>(pair).is<Option<Int>::Some>() && khora::get<1>(pair) &&
      khora::get<0>(pair).as<Option<Int>::Some>().value > 9) {
    return "many";
  }
  if (khora::get<0>(pair).is<Option<Int>::Some>()) {
    return khora::text("some ", khora::get<0>(pair).as<Option<Int>::Some>().value);
  }
  if (khora::get<0>(pair).is<Option<Int>::None>() && khora::get<1>(pair)) return "none, and yes";
  return "none";
}

}  // namespace

void main() {
  khora::core::print(told(Tuple<Option<Int>, bool>{Option<Int>::Some{12}, true}));
  khora::core::print(told(Tuple<Option<Int>, bool>{Option<Int>::Some{12}, false}));
  khora::core::print(told(Tuple<Option<Int>, bool>{Option<Int>::None{}, true}));
  khora::core::print(told(Tuple<Option<Int>, bool>{Option<Int>::None{}, false}));
}

}  // namespace nested_with_guard
