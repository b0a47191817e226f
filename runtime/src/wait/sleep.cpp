// The sleep of the real clock.
#include <algorithm>

#include "backend/backend.hpp"

namespace khora::detail {

bool sleep_millis(std::int64_t millis) {
  FiberState& self = current_fiber();
  const Interest interest = self.interest(/*answers_when_pinned=*/true);
  WakeReason reason = WakeReason::deadline;
  if (self.reaches(interest)) {
    reason = WakeReason::stop;
  } else if (millis > 0) {
    constexpr std::int64_t longest = std::int64_t{1000} * 60 * 60 * 24 * 365 * 100;
    const Time deadline = self.home().now() + std::chrono::milliseconds(std::min(millis, longest));
    self.wait_cell().begin(interest);
    if (self.reaches(interest)) {
      self.wait_cell().finish();
      reason = WakeReason::stop;
    } else {
      reason = self.park(deadline);
    }
  }
  if (reason != WakeReason::stop || self.pinned()) return true;
  self.act_on_stop();
  return false;
}

}  // namespace khora::detail
