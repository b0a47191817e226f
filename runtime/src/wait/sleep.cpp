// The sleep of the real clock.
#include "backend/backend.hpp"

namespace khora::detail {

bool sleep_millis(std::int64_t millis) {
  FiberState& self = current_fiber();
  const Interest interest = self.interest(/*answers_when_pinned=*/true);
  WakeReason reason = WakeReason::deadline;
  if (self.reaches(interest)) {
    reason = WakeReason::stop;
  } else if (millis > 0) {
    const Time deadline = self.home().now() + bounded_millis(millis);
    self.wait_cell().begin(interest);
    reason = self.park(deadline);
  }
  if (reason != WakeReason::stop || self.pinned()) return true;
  self.act_on_stop();
  return false;
}

}  // namespace khora::detail
