// What std::cohort leaves to C++: lists of what runs (cohort.md 3.5).
#pragma once

#include "khora/native/list.hpp"
#include "khora/string.hpp"

namespace khora::cohort {

class CohortInfo;

core::List<CohortInfo> cohorts();
CohortInfo root();
String quoted(const String& text);

}  // namespace khora::cohort
