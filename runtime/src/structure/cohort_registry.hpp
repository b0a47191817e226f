// Which cohorts are open: a list that is locked only to change it and to copy it.
#pragma once

#include "khora/detail/cohort_core.hpp"

namespace khora::detail {

class CohortRegistry {
 public:
  /// Gives the cohort its number.
  static void add(CohortCore& cohort);
  static void remove(CohortCore& cohort);
  /// Every open cohort, with a reference each, the newest first.
  static std::vector<CohortCore*> all();
};

}  // namespace khora::detail
