// Calls a Khora function that waits, from `main` and from a thread, and looks at an error of another. The C library is reached through
// the Khora one.
#include <iostream>
#include <thread>

#include "khora/answer.hpp"
#include "survey.h"
#include "tides.hpp"

namespace {

void report(const char* who) {
  khora::Answer<khora::Int> highest = tides::highest(3, tides::real_gauges());
  if (highest) std::cout << who << ": highest " << highest.value().raw() << std::endl;
}

}  // namespace

int main() {
  report("main");
  std::thread(report, "thread").join();
  const khora::Answer<khora::Int> missing = tides::height(9, tides::real_gauges());
  if (const auto* error = missing.error<tides::NoGauge>()) {
    std::cout << "no gauge " << error->number.raw() << std::endl;
  }
  std::cout << survey() << " gauges above the mark" << std::endl;
}
