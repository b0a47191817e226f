// Random cohorts beside a model of how they may have ended. Short by default; KHORA_SOAK=N makes the run N times as long (tools/soak.sh).
#include <algorithm>
#include <cstdlib>
#include <deque>
#include <memory>
#include <random>
#include <set>

#include "everything.hpp"
#include "khora/detail/cohort_core.hpp"

using namespace khora_test;
using khora::detail::CohortCore;
using khora::detail::CohortReference;
using khora::detail::CohortRules;
using khora::detail::Ending;
using Policy = CohortRules::Policy;
using End = CohortCore::End;

namespace {

enum class Does { answer, fail, pause, loop, nest };

struct Group;

/// A child: what it is made to do, and how it ended.
struct Child {
  Does does = Does::answer;
  std::unique_ptr<Group> inner;
  std::atomic<Ending> ended{Ending::running};
};

/// A cohort: what it is made of, and how it ended.
struct Group {
  CohortRules rules;
  std::deque<Child> children;
  bool body_raises = false;
  bool body_pauses = false;
  // How it ended.
  bool entered = false;
  std::size_t started = 0;
  bool raised = false;
  bool stopped = false;
  End end = End::well;
  std::vector<std::int64_t> failures;
  std::int64_t failed = 0;
  std::int64_t winner = -1;
};

using Random = std::mt19937;

bool one_in(Random& random, unsigned n) { return random() % n == 0; }

std::unique_ptr<Group> make_group(Random& random, int depth) {
  auto group = std::make_unique<Group>();
  CohortRules& rules = group->rules;
  rules.policy = static_cast<Policy>(random() % 3);
  rules.on_error = one_in(random, 4) ? CohortRules::OnError::ignore : CohortRules::OnError::propagate;
  rules.shielded = one_in(random, 5);
  if (one_in(random, 10)) rules.run_by = khora::detail::RunBy::own_thread;
  if (one_in(random, 3)) rules.timeout = 1 + random() % 3;
  group->body_raises = one_in(random, 10);
  group->body_pauses = one_in(random, 5);
  const std::size_t count = random() % 5;
  bool ends_loops = rules.timeout.has_value() || group->body_raises;
  bool loops = false;
  for (std::size_t i = 0; i < count; ++i) {
    Child& child = group->children.emplace_back();
    child.does = static_cast<Does>(random() % 5);
    if (child.does == Does::nest && depth == 0) child.does = Does::pause;
    if (child.does == Does::nest) child.inner = make_group(random, depth - 1);
    ends_loops = ends_loops || (child.does == Does::fail && rules.policy == Policy::fail_fast) ||
                 (child.does == Does::answer && rules.policy == Policy::race);
    loops = loops || child.does == Does::loop;
  }
  // Whoever loops is ended by something of the cohort's own.
  if (loops && !ends_loops) rules.timeout = 1;
  return group;
}

Tagged<Unit> run_group(Group& group);

Tagged<Unit> run_child(Child& child) {
  const Rest rest = [&]() -> Rest {
    switch (child.does) {
      case Does::answer: return Rest();
      case Does::fail: return khora::raise(Leak{1});
      case Does::pause: return pause_for(1).rest();
      case Does::loop: return endless().rest();
      case Does::nest: return run_group(*child.inner).rest();
    }
    khora::unreachable();
  }();
  child.ended = rest.raised() ? Ending::failed : rest.stopped() ? Ending::stopped : Ending::answered;
  if (rest) return rest;
  return unit;
}

Tagged<Unit> body_of(Group& group, CohortCore& cohort) {
  for (Child& child : group.children) {
    const auto run = [&child] { return run_child(child); };
    ++group.started;
    if (const Rest rest = cohort.start(new khora::detail::FiberTask<Unit, decltype(run)>(run), std::nullopt, nullptr)) return rest;
    if (khora::stop_pending()) return stopped;
  }
  if (group.body_pauses) {
    if (const Rest rest = pause_for(1).rest()) return rest;
  }
  if (group.body_raises) return khora::raise(Spill{1});
  return unit;
}

Tagged<Unit> run_group(Group& group) {
  const CohortReference cohort(group.rules);
  group.entered = true;
  cohort->enter();
  const Rest rest = cohort->finish(body_of(group, *cohort).rest(), group.end);
  group.raised = rest.raised();
  group.stopped = rest.stopped();
  group.failed = cohort->failed();
  group.winner = cohort->winner();
  for (const auto& failure : cohort->failures()) group.failures.push_back(failure.place.index);
  if (rest) return rest;
  if (group.end == End::lost) return khora::raise(Leak{2});
  return unit;
}

/// What must hold of an ended cohort. `reached`: the most that its fiber may have been asked from outside.
void check_group(const Group& group, khora::detail::StopLevel asked) {
  using khora::detail::StopLevel;
  if (!group.entered) return;
  const Policy policy = group.rules.policy;
  // What may have reached the inside of the cohort.
  const bool from_outside = asked == StopLevel::aborted || (asked == StopLevel::canceled && !group.rules.shielded);
  std::vector<std::int64_t> failed;
  std::set<std::int64_t> answered;
  bool anybody_stopped = false;
  for (std::size_t i = 0; i < group.started; ++i) {
    const Child& child = group.children[i];
    const Ending ending = child.ended.load();
    REQUIRE(ending != Ending::running);
    if (ending == Ending::failed) failed.push_back(static_cast<std::int64_t>(i));
    if (ending == Ending::answered) answered.insert(static_cast<std::int64_t>(i));
    anybody_stopped = anybody_stopped || ending == Ending::stopped;
    if (child.does == Does::answer) REQUIRE(ending == Ending::answered);
    if (child.does == Does::fail) REQUIRE(ending == Ending::failed);
    if (child.does == Does::loop) REQUIRE(ending == Ending::stopped);
    if (child.does == Does::pause) REQUIRE(ending != Ending::failed);
  }
  for (std::size_t i = group.started; i < group.children.size(); ++i) REQUIRE(group.children[i].ended.load() == Ending::running);

  const bool out_of_time = group.rules.timeout.has_value();
  const bool by_policy = (policy == Policy::fail_fast && !failed.empty()) || (policy == Policy::race && !answered.empty());
  const bool body_ended_others = group.raised || group.stopped;
  if (anybody_stopped) REQUIRE((from_outside || out_of_time || by_policy || body_ended_others));
  REQUIRE(group.failed == static_cast<std::int64_t>(failed.size()));
  if (policy == Policy::race) {
    REQUIRE((group.winner >= 0) == !answered.empty());
    if (group.winner >= 0) REQUIRE(answered.count(group.winner) == 1);
  }

  if (group.raised) {
    REQUIRE(group.body_raises);
  } else if (group.stopped) {
    REQUIRE(asked != StopLevel::none);
  } else {
    REQUIRE((!group.body_raises || group.end == End::late));
    if (group.end == End::late) {
      REQUIRE(out_of_time);
    } else {
      const bool fails = policy == Policy::race ? group.started > 0 && answered.empty() : !failed.empty();
      const bool lost = fails && group.rules.on_error == CohortRules::OnError::propagate;
      REQUIRE(group.end == (lost ? End::lost : End::well));
      REQUIRE(group.failures == (lost ? failed : std::vector<std::int64_t>()));
    }
  }

  // A nested cohort's fiber may have been asked by this one, or by what reached this one.
  const StopLevel inside = asked == StopLevel::aborted                                                 ? StopLevel::aborted
                           : from_outside || out_of_time || by_policy || body_ended_others ? StopLevel::canceled
                                                                                                       : StopLevel::none;
  for (std::size_t i = 0; i < group.started; ++i) {
    if (group.children[i].inner != nullptr) check_group(*group.children[i].inner, inside);
  }
}

int rounds(int number) {
  const char* factor = std::getenv("KHORA_SOAK");
  return number * (factor == nullptr ? 1 : std::max(1, std::atoi(factor)));
}

/// A list that was read while cohorts come and go: nobody is in it twice.
void check_list() {
  std::set<std::uint64_t> ids;
  for (const auto& cohort : khora::detail::open_cohorts()) {
    REQUIRE(ids.insert(cohort.id).second);
    std::set<std::int64_t> living;
    for (const auto& child : cohort.live) REQUIRE(living.insert(child.index).second);
    REQUIRE(living.size() <= static_cast<std::size_t>(cohort.started));
  }
}

}  // namespace

TEST_CASE("soak: random cohorts end as the model says, also when they are stopped from outside", "[soak][cohort]") {
  constexpr int at_once = 8;
  std::int64_t cohorts = 0;
  repeat(rounds(40), [&](int round) {
    Random random(static_cast<unsigned>(round) * 2654435761u + 17u);
    std::vector<std::unique_ptr<Group>> groups;
    std::vector<Fiber<Unit>> fibers;
    std::vector<khora::detail::StopLevel> asked(at_once, khora::detail::StopLevel::none);
    for (int i = 0; i < at_once; ++i) groups.push_back(make_group(random, 2));
    for (int i = 0; i < at_once; ++i) {
      Group& group = *groups[static_cast<std::size_t>(i)];
      fibers.push_back(Fiber<Unit>::spawn([&group] { return run_group(group); }));
    }
    for (int i = 0; i < at_once; ++i) {
      const auto at = random() % at_once;
      const auto chance = random() % 6;
      for (auto pause = random() % 20; pause > 0; --pause) let_others_run();
      if (chance == 0) Fiber<Unit>::cancel(fibers[at]);
      if (chance == 1) Fiber<Unit>::abort(fibers[at]);
      if (chance <= 1) asked[at] = std::max(asked[at], chance == 0 ? khora::detail::StopLevel::canceled : khora::detail::StopLevel::aborted);
      check_list();
    }
    for (const auto& fiber : fibers) Fiber<Unit>::wait(fiber).rest().drop();
    for (std::size_t i = 0; i < groups.size(); ++i) check_group(*groups[i], asked[i]);
    for (const auto& group : groups) {
      std::vector<const Group*> open{group.get()};
      while (!open.empty()) {
        const Group* one = open.back();
        open.pop_back();
        cohorts += one->entered ? 1 : 0;
        for (const Child& child : one->children) {
          if (child.inner != nullptr) open.push_back(child.inner.get());
        }
      }
    }
  });
  INFO(cohorts);
  REQUIRE(cohorts >= rounds(40) * at_once);
  REQUIRE(khora::detail::open_cohorts().empty());
}
