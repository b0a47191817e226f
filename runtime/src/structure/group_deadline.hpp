// A deadline that concerns a whole group of fibers.
#pragma once

#include "backend/timers.hpp"
#include "khora/detail/cohort_core.hpp"

namespace khora::detail {

/// Calls `CohortCore::time_out` at a deadline, unless it ends before.
class GroupDeadline final : public DeadlineListener {
 public:
  GroupDeadline(CohortCore& cohort, Time deadline);
  GroupDeadline(const GroupDeadline&) = delete;
  GroupDeadline& operator=(const GroupDeadline&) = delete;
  ~GroupDeadline();
  void end();

  void keep() override { cohort_.retain(); }
  void let_go() override { cohort_.release(); }
  void deadline_passed() override { cohort_.time_out(); }

 private:
  CohortCore& cohort_;  // has this
  TimerNode node_;
};

}  // namespace khora::detail
