#include "khora/core/print.hpp"

#include <cstdio>

#include "khora/string.hpp"

namespace khora::core {

void print(const String& value) {
  // One line is written under one lock, so that lines of several fibers do not mix.
#if defined(__unix__) || defined(__APPLE__)
  flockfile(stdout);
  std::fwrite(value.data(), 1, value.size(), stdout);
  putc_unlocked('\n', stdout);
  funlockfile(stdout);
#else
  const String line = value + "\n";
  std::fwrite(line.data(), 1, line.size(), stdout);
#endif
}

}  // namespace khora::core
