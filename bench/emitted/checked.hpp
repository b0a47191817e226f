// What hand-written C++ pays to trap on overflow. The peers use it, so that both sides do the same work; built with
// -DUNCHECKED they use plain arithmetic, which is reported beside without a bar.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

using Int = std::int64_t;

[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void overflowed() {
  std::fputs("overflow\n", stderr);
  std::exit(134);
}

#ifdef UNCHECKED
inline Int add(Int a, Int b) { return a + b; }
inline Int sub(Int a, Int b) { return a - b; }
inline Int mul(Int a, Int b) { return a * b; }
inline Int divided(Int a, Int b) { return a / b; }
inline Int rest(Int a, Int b) { return a % b; }
#else
inline Int add(Int a, Int b) {
  Int sum;
  if (__builtin_add_overflow(a, b, &sum)) overflowed();
  return sum;
}
inline Int sub(Int a, Int b) {
  Int difference;
  if (__builtin_sub_overflow(a, b, &difference)) overflowed();
  return difference;
}
inline Int mul(Int a, Int b) {
  Int product;
  if (__builtin_mul_overflow(a, b, &product)) overflowed();
  return product;
}
inline Int divided(Int a, Int b) {
  if (b == 0 || (b == -1 && a == INT64_MIN)) overflowed();
  return a / b;
}
inline Int rest(Int a, Int b) {
  if (b == 0 || (b == -1 && a == INT64_MIN)) overflowed();
  return a % b;
}
#endif

inline Int size(int argc, char** argv) { return argc > 1 ? std::atoll(argv[1]) : 0; }
inline void print(Int n) { std::printf("%lld\n", static_cast<long long>(n)); }
