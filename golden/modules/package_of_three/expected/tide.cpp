// Translated by khora2cpp from main.kh.
#include "tide.hpp"

#include "khora/core/print.hpp"
#include "khora/text.hpp"
#include "tide/clock.hpp"
#include "tide/table.hpp"

namespace tide {

void main() {
  khora::core::print(khora::text("high water at ", tide::clock::Hour::of_day(tide::table::high(3))));
}

}  // namespace tide
