// Lists of what runs, for people. A program that asks for none does not link this file, and its fibers are not listed.
#include "khora/native/cohort_listing.hpp"

#include <optional>
#include <utility>

#include "core/tally.hpp"
#include "khora/cohort/listing.hpp"
#include "khora/detail/cohort_core.hpp"
#include "khora/detail/fiber_list.hpp"
#include "khora/native/cohort.hpp"

namespace khora::cohort {
namespace {

const bool listed = khora::detail::list_fibers();

Policy policy_of(khora::detail::CohortRules::Policy policy) {
  switch (policy) {
    case khora::detail::CohortRules::Policy::fail_fast: return Policy::FailFast{};
    case khora::detail::CohortRules::Policy::collect_all: return Policy::CollectAll{};
    case khora::detail::CohortRules::Policy::race: return Policy::Race{};
  }
  unreachable();
}

CohortInfo info_of(const khora::detail::CohortSnapshot& cohort) {
  ListBuilder<ChildEnd> live;
  for (const khora::detail::ChildPlace& child : cohort.live) live.add({Int(child.index), detail::label_of(child)});
  return {Int(static_cast<std::int64_t>(cohort.id)),
          core::Option<Int>::Some{Int(static_cast<std::int64_t>(cohort.parent))},
          detail::label_of({0, cohort.name}),
          policy_of(cohort.policy),
          Int(cohort.started),
          live.finish()};
}

}  // namespace

CohortInfo root() {
  ListBuilder<ChildEnd> live;
  for (const std::uint64_t fiber : khora::detail::fibers_without_cohort()) {
    live.add({Int(static_cast<std::int64_t>(fiber)), core::Option<String>::None{}});
  }
  return {Int(0), core::Option<Int>::None{}, core::Option<String>::None{}, Policy::CollectAll{},
          Int(khora::detail::tallied(khora::detail::Tallied::fibers_started)), live.finish()};
}

core::List<CohortInfo> cohorts() {
  ListBuilder<CohortInfo> infos;
  infos.add(root());
  for (const khora::detail::CohortSnapshot& cohort : khora::detail::open_cohorts()) infos.add(info_of(cohort));
  return infos.finish();
}

String quoted(const String& text) { return String(khora::detail::quoted(std::string(text.view()))); }

}  // namespace khora::cohort
