// The real clock.
#include "khora/native/clock.hpp"

#include <chrono>
#include <limits>

#include "backend/backend.hpp"

namespace khora::clock {

Int read_unix_millis() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::floor<std::chrono::milliseconds>(now).count();
}

Int read_monotonic_millis() {
  khora::detail::Backend& home = khora::detail::current_fiber().home();
  static const detail::Time first = home.now();
  return std::chrono::duration_cast<std::chrono::milliseconds>(home.now() - first).count();
}

Tagged<Unit> sleep_for(Int millis) {
  if (!detail::sleep_millis(millis.raw())) return stopped;
  return unit;
}

}  // namespace khora::clock
