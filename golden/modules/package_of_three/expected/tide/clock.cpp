// Translated by khora2cpp from clock.kh.
#include "tide/clock.hpp"

namespace tide::clock {

Hour Hour::at(Int n) {
  return Hour{n % 24};
}

Int Hour::of_day(const Hour& self) {
  return self.day;
}

}  // namespace tide::clock
