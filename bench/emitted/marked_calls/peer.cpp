#include <optional>

#include "../checked.hpp"

// A failure as a C++ programmer without exceptions writes it: empty when the number is odd.
static std::optional<Int> halved(Int n) {
  if (rest(n, 2) == 1) return std::nullopt;
  return divided(n, 2);
}

static std::optional<Int> walk(Int steps) {
  Int sum = 0;
  for (Int at = 0; at < steps; at = add(at, 2)) {
    const std::optional<Int> half = halved(at);
    if (!half) return std::nullopt;
    sum = rest(add(sum, *half), 1000003);
  }
  return sum;
}

int main(int argc, char** argv) { print(walk(size(argc, argv)).value_or(-1)); }
