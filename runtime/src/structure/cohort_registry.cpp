#include "structure/cohort_registry.hpp"

#include <algorithm>
#include <mutex>

namespace khora::detail {
namespace {

SpinLock lock_of_list;
CohortCore* newest = nullptr;
std::uint64_t last_id = 0;

}  // namespace

void CohortRegistry::add(CohortCore& cohort) {
  const std::scoped_lock lock(lock_of_list);
  cohort.id_ = ++last_id;
  cohort.next_ = newest;
  if (newest != nullptr) newest->previous_ = &cohort;
  newest = &cohort;
}

void CohortRegistry::remove(CohortCore& cohort) {
  const std::scoped_lock lock(lock_of_list);
  (cohort.previous_ != nullptr ? cohort.previous_->next_ : newest) = cohort.next_;
  if (cohort.next_ != nullptr) cohort.next_->previous_ = cohort.previous_;
}

std::vector<CohortCore*> CohortRegistry::all() {
  std::vector<CohortCore*> cohorts;
  const std::scoped_lock lock(lock_of_list);
  for (CohortCore* cohort = newest; cohort != nullptr; cohort = cohort->next_) {
    cohort->retain();
    cohorts.push_back(cohort);
  }
  return cohorts;
}

std::vector<CohortSnapshot> open_cohorts() {
  std::vector<CohortSnapshot> snapshots;
  for (CohortCore* cohort : CohortRegistry::all()) {
    snapshots.push_back(cohort->snapshot());
    cohort->release();
  }
  std::sort(snapshots.begin(), snapshots.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return snapshots;
}

}  // namespace khora::detail
