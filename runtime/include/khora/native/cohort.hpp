// What std::cohort leaves to C++: running a body with a group of children (cohort.md 3.8).
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "khora/cohort/child_end.hpp"
#include "khora/cohort/ended.hpp"
#include "khora/cohort/failed.hpp"
#include "khora/cohort/settings.hpp"
#include "khora/core/option.hpp"
#include "khora/detail/cohort_core.hpp"
#include "khora/fn.hpp"
#include "khora/integer.hpp"
#include "khora/native/fiber.hpp"
#include "khora/native/list.hpp"
#include "khora/share.hpp"
#include "khora/string.hpp"
#include "khora/tagged.hpp"
#include "khora/tuple.hpp"

namespace khora::cohort::detail {

// What the module keeps to itself is in `detail`, beside which the runtime's own `khora::detail` has to be named in full.

/// Settings as the runtime reads them.
khora::detail::CohortRules rules_of(const Settings& settings);

inline std::optional<std::string> text_of(const core::Option<String>& text) {
  using Maybe = core::Option<String>;
  if (text.is<Maybe::None>()) return std::nullopt;
  return std::string(text.as<Maybe::Some>().value.view());
}
inline core::Option<String> label_of(const khora::detail::ChildPlace& place) {
  using Maybe = core::Option<String>;
  if (!place.label) return Maybe::None{};
  return Maybe::Some{String(*place.label)};
}

/// The children of a cohort. The program may keep it longer than the cohort lasts.
class Group {
 public:
  static constexpr const char* khora_name = "Group";

  static Group of(const Settings& settings) { return Group(rules_of(settings)); }
  Group() = default;

  template <class A, class Body>
  static Tagged<Ended<A>> run(const Group& self, const Body& body) {
    self.core_->enter();
    Tagged<A> answer = call(body);
    khora::detail::CohortCore::End end{};
    if (const Rest rest = self.core_->finish(answer.rest(), end)) return rest;
    switch (end) {
      case khora::detail::CohortCore::End::well: return Ended<A>(typename Ended<A>::Well{answer.answer()});
      case khora::detail::CohortCore::End::late: return Ended<A>(typename Ended<A>::Late{});
      case khora::detail::CohortCore::End::lost: return Ended<A>(typename Ended<A>::Lost{});
    }
    unreachable();
  }

  template <class A, class Body>
  static Tagged<Tuple<core::Fiber<A>, Int>> start(const Group& self, const core::Option<String>& label, Body body) {
    std::int64_t index = 0;
    khora::detail::FiberHandle handle;
    if (const Rest rest = self.core_->start(new khora::detail::FiberTask<A, Body>(std::move(body)), text_of(label), &handle, &index)) return rest;
    return Tuple<core::Fiber<A>, Int>{core::Fiber<A>(std::move(handle)), Int(index)};
  }
  template <class Body>
  static Tagged<Unit> spawn(const Group& self, const core::Option<String>& label, Body body) {
    return self.core_->start(new khora::detail::FiberTask<Unit, Body>(std::move(body)), text_of(label), nullptr);
  }
  static bool stopping(const Group& self) { return self.core_->stopping(); }

  static Int failed(const Group& self) { return self.core_->failed(); }
  static core::List<ChildEnd> ends(const Group& self);
  template <class E>
  static core::List<Failure<E>> failures(const Group& self) {
    ListBuilder<Failure<E>> failures;
    for (const khora::detail::ChildFailure& failure : self.core_->failures()) {
      failures.add({Int(failure.place.index), label_of(failure.place), static_cast<const khora::detail::ErrorOf<E>*>(failure.error)->value});
    }
    return failures.finish();
  }

  void visit_references(khora::detail::Visitor& visitor) const { core_.visit_references(visitor); }

 private:
  explicit Group(const khora::detail::CohortRules& rules) : core_(rules) {}
  khora::detail::CohortReference core_;
};

template <class A>
Tagged<bool> ended_within(const core::Fiber<A>& fiber, Int millis) {
  switch (await_end_within(*fiber.handle().fiber(), millis.raw())) {
    case khora::detail::Awaited::ended: return true;
    case khora::detail::Awaited::late: return false;
    case khora::detail::Awaited::stopped: return stopped;
  }
  unreachable();
}

template <class A, class Body>
Tagged<core::Fiber<A>> run_shielded(Body body) {
  khora::detail::FiberHandle handle;
  if (const Rest rest = khora::detail::run_shielded(new khora::detail::FiberTask<A, Body>(std::move(body)), handle)) return rest;
  return core::Fiber<A>(std::move(handle));
}

}  // namespace khora::cohort::detail
