// Translated by khora2cpp from main.kh.
#include "literals.hpp"

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace literals {

using khora::Int;
using khora::String;

namespace {

String spoken(const String& text, Int n) {
  if (text == "ship" && n == 1) return "a ship";
  if (text == "ship") return "ships";
  if (n == 0) return khora::text("no ", text);
  return "something";
}

}  // namespace

void main() {
  khora::core::print(spoken("ship", 1));
  khora::core::print(spoken("ship", 2));
  khora::core::print(spoken("boat", 0));
  khora::core::print(spoken("boat", 5));
}

}  // namespace literals
