// What std::cohort leaves to C++ (cohort.md 3.8).
#include "khora/native/cohort.hpp"

namespace khora::cohort::detail {
namespace {

std::optional<std::int64_t> millis_of(const core::Option<Int>& millis) {
  using Maybe = core::Option<Int>;
  if (millis.is<Maybe::None>()) return std::nullopt;
  return millis.as<Maybe::Some>().value.raw();
}

}  // namespace

khora::detail::CohortRules rules_of(const Settings& settings) {
  using Rules = khora::detail::CohortRules;
  Rules rules;
  if (settings->policy.is<Policy::CollectAll>()) rules.policy = Rules::Policy::collect_all;
  if (settings->policy.is<Policy::Race>()) rules.policy = Rules::Policy::race;
  if (settings->on_error.is<OnError::Log>()) rules.on_error = Rules::OnError::log;
  if (settings->on_error.is<OnError::Ignore>()) rules.on_error = Rules::OnError::ignore;
  rules.timeout = millis_of(settings->timeout);
  rules.drain = millis_of(settings->drain);
  rules.shielded = !settings->cancelable;
  if (settings->isolation.is<Isolation::Thread>()) rules.run_by = khora::detail::RunBy::own_thread;
  rules.name = text_of(settings->name);
  return rules;
}

core::List<ChildEnd> Group::ends(const Group& self) {
  ListBuilder<ChildEnd> ends;
  for (const khora::detail::ChildFailure& failure : self.core_->failures()) ends.add({Int(failure.place.index), label_of(failure.place)});
  return ends.finish();
}

}  // namespace khora::cohort::detail
