#include "../checked.hpp"

static Int fib(Int n) {
  if (n < 2) return n;
  return add(fib(sub(n, 1)), fib(sub(n, 2)));
}

int main(int argc, char** argv) { print(fib(size(argc, argv))); }
