#include "structure/group_deadline.hpp"

#include "backend/backend.hpp"

namespace khora::detail {

GroupDeadline::GroupDeadline(CohortCore& cohort, Time deadline) : cohort_(cohort), node_{deadline, nullptr} {
  node_.listener = this;
  if (timers().add(node_)) timers_changed();
}

GroupDeadline::~GroupDeadline() { end(); }

void GroupDeadline::end() { timers().remove(node_); }

}  // namespace khora::detail
