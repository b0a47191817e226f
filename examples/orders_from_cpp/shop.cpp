// Calls the Khora library `orders` from C++: from `main` and from a thread. `total` waits for fibers, so it answers through `khora::Answer`.
#include <iostream>
#include <thread>

#include "khora/answer.hpp"
#include "shop/orders.hpp"
#include "shop/prices.hpp"

namespace {

using khora::core::List;
using shop::orders::Line;

void bill(const char* who, const List<Line>& lines) {
  khora::Answer<khora::Int> total = shop::orders::total(lines);
  if (total) {
    std::cout << who << ": " << total.value().raw() << " cents" << std::endl;
  } else if (const auto* unpriced = total.error<shop::prices::Unpriced>()) {
    std::cout << who << ": no price for " << unpriced->as<shop::prices::Unpriced::Item>().name.view() << std::endl;
  }
}

}  // namespace

int main() {
  bill("rigging", List<Line>::of(shop::orders::line("rope", 4), shop::orders::line("hook", 12)));
  std::thread([] { bill("canvas", List<Line>::of(shop::orders::line("sail", 1))); }).join();
  bill("smith", List<Line>::of(shop::orders::line("anvil", 1)));
}
