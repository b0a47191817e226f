// Calls a Khora function that waits, from `main` and from a thread, and looks at an error of another. The capability they need is written
// here, on top of a C library that comes with the Khora one.
#include <iostream>
#include <thread>

#include "gauge.h"
#include "khora/answer.hpp"
#include "tides.hpp"

namespace {

tides::Gauges gauges() {
  return tides::Gauges(tides::GaugesOps{.height = [](khora::Int number) { return khora::Int(gauge_height(number.raw())); }});
}

void report(const char* who) {
  khora::Answer<khora::Int> highest = tides::highest(3, gauges());
  if (highest) std::cout << who << ": highest " << highest.value().raw() << std::endl;
}

}  // namespace

int main() {
  report("main");
  std::thread(report, "thread").join();
  const khora::Answer<khora::Int> missing = tides::height(9, gauges());
  if (const auto* error = missing.error<tides::NoGauge>()) {
    std::cout << "no gauge " << error->number.raw() << std::endl;
  }
}
