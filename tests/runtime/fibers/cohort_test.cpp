// Cohorts: cohort.md 3, as far as the runtime decides it.
#include <algorithm>

#include "everything.hpp"
#include "khora/detail/cohort_core.hpp"

using namespace khora_test;
using khora::detail::CohortCore;
using khora::detail::CohortRules;
using khora::detail::RunBy;
using End = CohortCore::End;

namespace {

struct Ran {
  Rest rest;
  End end = End::well;
  std::int64_t failed = 0;
  std::int64_t winner = -1;
  std::vector<std::int64_t> failures;
};

/// Runs `body` in a cohort of the current fiber.
template <class Body>
Ran run(const CohortRules& rules, const Body& body) {
  Ran ran;
  const khora::detail::CohortReference cohort(rules);
  cohort->enter();
  ran.rest = cohort->finish(khora::call(body, *cohort).rest(), ran.end);
  ran.failed = cohort->failed();
  ran.winner = cohort->winner();
  for (const auto& failure : cohort->failures()) ran.failures.push_back(failure.place.index);
  return ran;
}

template <class Body>
Rest start(CohortCore& cohort, Body body, std::optional<std::string> label = std::nullopt) {
  return cohort.start(new khora::detail::FiberTask<Unit, Body>(std::move(body)), std::move(label), nullptr);
}

CohortRules with_policy(CohortRules::Policy policy) {
  CohortRules rules;
  rules.policy = policy;
  return rules;
}

Rest leak() { return khora::raise(Leak{1}); }

/// Has no point and ends when `flag` is set.
auto deaf(const std::atomic<bool>& flag) {
  return [&flag] { until(flag); };
}

}  // namespace

TEST_CASE("a cohort that a stop keeps from being entered leaves its fiber alone", "[cohort]") {
  const std::int64_t before = khora::detail::running_fibers();
  repeat(20, [](int) {
    const auto fiber = Fiber<Int>::spawn([]() -> Tagged<Int> {
      for (int i = 0; i < 10; ++i) const khora::detail::CohortReference never_entered{CohortRules()};
      return Int(7);
    });
    REQUIRE(Fiber<Int>::join(fiber).answer() == 7);
  });
  REQUIRE(khora::detail::running_fibers() == before);
}

TEST_CASE("a cohort's body and children end before it does", "[cohort]") {
  repeat(50, [](int) {
    std::atomic<int> ended{0};
    const Ran ran = run(CohortRules(), [&](CohortCore& cohort) -> Tagged<Unit> {
      for (int i = 0; i < 5; ++i) {
        if (const Rest rest = start(cohort, [&ended] { ended.fetch_add(1); })) return rest;
      }
      return unit;
    });
    REQUIRE(ran.end == End::well);
    REQUIRE(!ran.rest);
    REQUIRE(ended == 5);
  });
}

TEST_CASE("a failure stops the siblings under fail fast only, and the lowest place comes first", "[cohort]") {
  repeat(50, [](int) {
    for (const auto policy : {CohortRules::Policy::fail_fast, CohortRules::Policy::collect_all}) {
      std::atomic<bool> third{false};
      std::atomic<int> stopped_ones{0};
      bool stopping = false;
      const Ran ran = run(with_policy(policy), [&](CohortCore& cohort) -> Tagged<Unit> {
        const auto sibling = [&]() -> Tagged<Unit> {
          if (policy == CohortRules::Policy::collect_all) return unit;
          const Rest rest = endless().rest();
          stopped_ones.fetch_add(1);
          return rest;
        };
        if (const Rest rest = start(cohort, sibling)) return rest;
        if (const Rest rest = start(cohort, [&]() -> Tagged<Unit> { return until(third), leak(); })) return rest;
        if (const Rest rest = start(cohort, sibling)) return rest;
        REQUIRE(!cohort.stopping());
        if (const Rest rest = start(cohort, [&]() -> Tagged<Unit> { return leak(); })) return rest;
        while (cohort.snapshot().live.size() > 1) let_others_run();
        stopping = cohort.stopping();
        third = true;
        return unit;
      });
      REQUIRE(!ran.rest);
      REQUIRE(ran.end == End::lost);
      REQUIRE(ran.failures == std::vector<std::int64_t>{1, 3});
      REQUIRE(ran.failed == 2);
      REQUIRE(stopping == (policy == CohortRules::Policy::fail_fast));
      REQUIRE(stopped_ones == (policy == CohortRules::Policy::fail_fast ? 2 : 0));
    }
  });
}

TEST_CASE("a race is over when one has answered", "[cohort]") {
  repeat(50, [](int) {
    Ran ran = run(with_policy(CohortRules::Policy::race), [&](CohortCore& cohort) -> Tagged<Unit> {
      if (const Rest rest = start(cohort, [] { return endless(); })) return rest;
      if (const Rest rest = start(cohort, []() -> Tagged<Unit> { return leak(); })) return rest;
      return start(cohort, [] { return pause_for(5); });
    });
    REQUIRE(ran.end == End::well);
    REQUIRE(ran.winner == 2);
    REQUIRE(ran.failed == 1);
    ran = run(with_policy(CohortRules::Policy::race), [&](CohortCore& cohort) -> Tagged<Unit> {
      return start(cohort, []() -> Tagged<Unit> { return leak(); });
    });
    REQUIRE(ran.end == End::lost);
    REQUIRE(ran.failures == std::vector<std::int64_t>{0});
    REQUIRE(run(with_policy(CohortRules::Policy::race), [](CohortCore&) { return 1; }).end == End::well);
  });
}

TEST_CASE("a time limit stops body and children, and the fiber goes on", "[cohort]") {
  repeat(20, [](int) {
    CohortRules rules;
    rules.timeout = 5;
    std::atomic<int> stopped_ones{0};
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      const Ran ran = run(rules, [&](CohortCore& cohort) -> Tagged<Unit> {
        const auto child = [&]() -> Tagged<Unit> {
          const Rest rest = pause_for(100000).rest();
          stopped_ones.fetch_add(1);
          return rest;
        };
        for (int i = 0; i < 3; ++i) {
          if (const Rest rest = start(cohort, child)) return rest;
        }
        // A nursery of the body is part of what is stopped.
        return khora::core::nursery([&](const Nursery& nursery) { return nursery->spawn(child); }).rest();
      });
      REQUIRE(!ran.rest);
      REQUIRE(ran.end == End::late);
      REQUIRE(stopped_ones == 4);
      REQUIRE(!khora::stop_pending());
      return pause_for(1);
    });
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(!Fiber<Unit>::canceled(fiber));
  });
}

TEST_CASE("a time limit that is met in time does nothing", "[cohort]") {
  repeat(200, [](int round) {
    CohortRules rules;
    rules.timeout = round % 3;
    const Ran ran = run(rules, [&](CohortCore& cohort) -> Tagged<Unit> { return start(cohort, [] { return pause_for(1); }); });
    REQUIRE(!ran.rest);
    REQUIRE(ran.end != End::lost);
  });
  CohortRules rules;
  rules.timeout = 100000;
  REQUIRE(run(rules, [](CohortCore& cohort) { return start(cohort, [] { return pause_for(1); }); }).end == End::well);
}

TEST_CASE("the limit of an inner cohort ends the inner one, that of the outer one both", "[cohort]") {
  repeat(20, [](int round) {
    const bool inner_first = round % 2 == 0;
    CohortRules outer_rules;
    outer_rules.timeout = inner_first ? 100000 : 3;
    CohortRules inner_rules;
    inner_rules.timeout = inner_first ? 3 : 100000;
    bool after_inner = false;
    const Ran outer = run(outer_rules, [&](CohortCore&) -> Tagged<Unit> {
      const Ran inner = run(inner_rules, [](CohortCore&) { return pause_for(100000); });
      if (inner.rest) return inner.rest;
      REQUIRE(inner.end == End::late);
      after_inner = true;
      return unit;
    });
    REQUIRE(!outer.rest);
    REQUIRE(after_inner == inner_first);
    REQUIRE(outer.end == (inner_first ? End::well : End::late));
  });
}

TEST_CASE("a time limit inside cleanup stops the body there", "[cohort]") {
  repeat(20, [](int) {
    bool cleaned = false;
    std::atomic<bool> ready{false};
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      const Region region = Region::open();
      Region::defer(region, [&]() -> Tagged<Unit> {
        CohortRules rules;
        rules.timeout = 3;
        const Ran ran = run(rules, [](CohortCore&) { return pause_for(100000); });
        REQUIRE(!ran.rest);
        REQUIRE(ran.end == End::late);
        if (const Rest rest = pause_for(1).rest()) return rest;
        cleaned = true;
        return unit;
      });
      ready = true;
      return endless();
    });
    until(ready);
    Fiber<Unit>::cancel(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(cleaned);
    REQUIRE(Fiber<Unit>::canceled(fiber));
  });
}

TEST_CASE("cleanup of a body that is out of time is not cut short", "[cohort]") {
  repeat(20, [](int) {
    bool cleaned = false;
    CohortRules rules;
    rules.timeout = 1;
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      const Ran ran = run(rules, [&](CohortCore&) -> Tagged<Unit> {
        const Region region = Region::open();
        Region::defer(region, [&]() -> Tagged<Unit> {
          if (const Rest rest = pause_for(3).rest()) return rest;
          cleaned = true;
          return unit;
        });
        return endless();
      });
      REQUIRE(ran.end == End::late);
      return ran.rest;
    });
    REQUIRE(Fiber<Unit>::join(fiber).answered());
    REQUIRE(cleaned);
  });
}

TEST_CASE("a cancel stops the children, and the caller with them", "[cohort]") {
  repeat(50, [](int round) {
    std::atomic<int> started{0};
    std::atomic<int> ended{0};
    bool after = false;
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      const Ran ran = run(CohortRules(), [&](CohortCore& cohort) -> Tagged<Unit> {
        for (int i = 0; i < 3; ++i) {
          const Rest rest = start(cohort, [&]() -> Tagged<Unit> {
            started.fetch_add(1);
            const Rest inner = endless().rest();
            ended.fetch_add(1);
            return inner;
          });
          if (rest) return rest;
        }
        if (round % 2 == 0) return endless();
        return unit;
      });
      if (ran.rest) return ran.rest;
      after = true;
      return unit;
    });
    while (started.load() < 3) let_others_run();
    if (round % 2 == 1) until_waiting(fiber);
    Fiber<Unit>::cancel(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(Fiber<Unit>::canceled(fiber));
    REQUIRE(!after);
    REQUIRE(ended == 3);
  });
}

TEST_CASE("a cancel does not enter a shielded cohort, and acts at its end", "[cohort]") {
  repeat(50, [](int) {
    std::atomic<bool> running{false};
    std::atomic<bool> canceled{false};
    std::atomic<int> finished{0};
    bool body_done = false;
    bool after = false;
    CohortRules rules;
    rules.shielded = true;
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      const Ran ran = run(rules, [&](CohortCore& cohort) -> Tagged<Unit> {
        const auto child = [&]() -> Tagged<Unit> {
          running = true;
          until(canceled);
          if (khora::stop_pending()) return stopped;
          if (const Rest rest = pause_for(1).rest()) return rest;
          finished.fetch_add(1);
          return unit;
        };
        if (const Rest rest = start(cohort, child)) return rest;
        const auto inner = khora::core::nursery([&](const Nursery& nursery) { return nursery->spawn(child); });
        if (inner.rest()) return inner.rest();
        if (khora::stop_pending()) return stopped;
        if (const Rest rest = pause_for(1).rest()) return rest;
        body_done = true;
        return unit;
      });
      if (ran.rest) return ran.rest;
      after = true;
      return unit;
    });
    until(running);
    Fiber<Unit>::cancel(fiber);
    canceled = true;
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(Fiber<Unit>::canceled(fiber));
    REQUIRE(finished == 2);
    REQUIRE(body_done);
    REQUIRE(!after);
  });
}

TEST_CASE("an abort enters a shielded cohort", "[cohort]") {
  repeat(50, [](int round) {
    std::atomic<int> started{0};
    CohortRules rules;
    rules.shielded = true;
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      return run(rules, [&](CohortCore& cohort) -> Tagged<Unit> {
               const Rest rest = start(cohort, [&] { return started.fetch_add(1), endless(); });
               if (rest) return rest;
               if (round % 2 == 0) return endless();
               return unit;
             }).rest;
    });
    while (started.load() < 1) let_others_run();
    if (round % 4 < 2) Fiber<Unit>::cancel(fiber);
    Fiber<Unit>::abort(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(Fiber<Unit>::canceled(fiber));
  });
}

TEST_CASE("a stop of a whole fiber and one of a body that race with its end are told apart", "[cohort]") {
  repeat(300, [](int round) {
    CohortRules rules;
    rules.timeout = 1;
    rules.shielded = round % 2 == 0;
    std::atomic<bool> running{false};
    bool late = false;
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      running = true;
      for (;;) {
        const Ran ran = run(rules, [](CohortCore&) { return pause_for(1); });
        if (ran.rest) return ran.rest;
        late = late || ran.end == End::late;
        // Without the limit of the cohort nothing but the cancel ends this.
        if (const Rest rest = pause_for(1).rest()) return rest;
      }
    });
    until(running);
    REQUIRE(pause_for(round % 4).answered());
    Fiber<Unit>::cancel(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(Fiber<Unit>::canceled(fiber));
  });
}

TEST_CASE("a drain that is over gives the children up", "[cohort]") {
  std::atomic<bool> go{false};
  std::atomic<int> refused{0};
  repeat(20, [&](int round) {
    go = false;
    CohortRules rules;
    rules.drain = 2;
    rules.on_error = CohortRules::OnError::ignore;
    rules.name = "attic";
    CohortCore* kept = nullptr;
    const Ran ran = run(rules, [&](CohortCore& cohort) -> Tagged<Unit> {
      kept = &cohort;
      cohort.retain();
      if (const Rest rest = start(cohort, [] {})) return rest;
      const auto left = [&go, &refused, &cohort, round]() -> Tagged<Unit> {
        until(go);
        if (round % 2 == 0) return leak();
        // The cohort has ended; whoever it left stops where it would start another child.
        refused.fetch_add(1);
        return start(cohort, [&refused] { refused.fetch_add(100); });
      };
      if (const Rest rest = start(cohort, left, "old \"trunk\"")) return rest;
      return start(cohort, left);
    });
    REQUIRE(!ran.rest);
    REQUIRE(ran.end == End::well);
    REQUIRE(kept->snapshot().live.empty());
    go = true;
    while (khora::detail::running_fibers() > 0) let_others_run();
    kept->release();
  });
  REQUIRE(refused == 20);
}

TEST_CASE("a child on a thread of its own takes part as any other", "[cohort]") {
  repeat(20, [](int) {
    CohortRules rules;
    rules.run_by = RunBy::own_thread;
    const auto there = Channel<Int>::bounded(1);
    const auto back = Channel<Int>::bounded(1);
    Int heard = 0;
    const Ran ran = run(rules, [&](CohortCore& cohort) -> Tagged<Unit> {
      const Rest rest = start(cohort, [there, back]() -> Tagged<Unit> {
        Option<Int> got;
        if (const Rest inner = Channel<Int>::receive(there).to(got)) return inner;
        return Channel<Int>::send(back, got.as<Option<Int>::Some>().value + 1).rest();
      });
      if (rest) return rest;
      if (const Rest sent = Channel<Int>::send(there, 41).rest()) return sent;
      Option<Int> got;
      if (const Rest received = Channel<Int>::receive(back).to(got)) return received;
      heard = got.as<Option<Int>::Some>().value;
      if (const Rest more = start(cohort, [] { return endless(); })) return more;
      return start(cohort, []() -> Tagged<Unit> { return leak(); });
    });
    REQUIRE(heard == 42);
    REQUIRE(ran.failures == std::vector<std::int64_t>{2});
  });
}

TEST_CASE("a thread of one's own keeps nobody else waiting", "[cohort]") {
  if (backend_is("simulated")) return;
  CohortRules rules;
  rules.run_by = RunBy::own_thread;
  std::atomic<bool> go{false};
  // With one worker, what follows runs only because the children do not hold it.
  const Ran ran = run(rules, [&](CohortCore& cohort) -> Tagged<Unit> {
    for (int i = 0; i < 3; ++i) {
      if (const Rest rest = start(cohort, [&go] {
            while (!go.load()) std::this_thread::yield();
          })) {
        return rest;
      }
    }
    const auto other = Fiber<Unit>::spawn([&go] { go = true; });
    return Fiber<Unit>::join(other);
  });
  REQUIRE(ran.end == End::well);
}

TEST_CASE("[k56] ten thousand children leave nothing behind", "[cohort]") {
  repeat(2, [](int) {
    std::atomic<int> ran{0};
    const auto results = Channel<Note>::dropping(100);
    const Ran ran_all = run(CohortRules(), [&](CohortCore& cohort) -> Tagged<Unit> {
      for (int i = 0; i < 10000; ++i) {
        const Rest rest = start(cohort, [&ran, results, i] {
          Channel<Note>::offer(results, Note(i));
          ran.fetch_add(1);
        });
        if (rest) return rest;
      }
      return unit;
    });
    REQUIRE(ran_all.end == End::well);
    REQUIRE(ran == 10000);
  });
}

TEST_CASE("open cohorts are listed with their living children", "[cohort]") {
  repeat(20, [](int) {
    std::atomic<bool> go{false};
    const auto before = khora::detail::open_cohorts().size();
    CohortRules rules;
    rules.name = "outer";
    const Ran ran = run(rules, [&](CohortCore& outer) -> Tagged<Unit> {
      if (const Rest rest = start(outer, deaf(go), "deaf")) return rest;
      return run(CohortRules(), [&](CohortCore& inner) -> Tagged<Unit> {
               if (const Rest rest = start(inner, [] {})) return rest;
               if (const Rest rest = start(inner, deaf(go))) return rest;
               while (inner.snapshot().live.size() != 1) let_others_run();
               const auto now = khora::detail::open_cohorts();
               REQUIRE(now.size() == before + 2);
               REQUIRE(now[now.size() - 2].name == "outer");
               REQUIRE(written(now[now.size() - 2].live.at(0)) == "0 \"deaf\"");
               REQUIRE(now.back().parent == now[now.size() - 2].id);
               REQUIRE(now.back().started == 2);
               REQUIRE(written(now.back().live.at(0)) == "1");
               go = true;
               return unit;
             }).rest;
    });
    REQUIRE(ran.end == End::well);
    REQUIRE(khora::detail::open_cohorts().size() == before);
  });
}

TEST_CASE("a place is written on one line", "[cohort]") {
  REQUIRE(written(khora::detail::ChildPlace{3, std::nullopt}) == "3");
  REQUIRE(written(khora::detail::ChildPlace{0, "log flush"}) == "0 \"log flush\"");
  REQUIRE(written(khora::detail::ChildPlace{1, "a\n\"b\"\\"}) == "1 \"a\\n\\\"b\\\"\\\\\"");
}

TEST_CASE("a wait for a fiber's end that has a deadline", "[cohort]") {
  using khora::detail::Awaited;
  repeat(50, [](int) {
    const auto quick = Fiber<Unit>::spawn([] {});
    REQUIRE(await_end_within(*quick.handle().fiber(), 100000) == Awaited::ended);
    const auto slow = Fiber<Unit>::spawn([] { return pause_for(100000); });
    REQUIRE(await_end_within(*slow.handle().fiber(), 1) == Awaited::late);
    const auto waiter = Fiber<Unit>::spawn([slow]() -> Tagged<Unit> {
      REQUIRE(await_end_within(*slow.handle().fiber(), 100000) == Awaited::stopped);
      return stopped;
    });
    until_waiting(waiter);
    Fiber<Unit>::cancel(waiter);
    REQUIRE(Fiber<Unit>::wait(waiter).answered());
    REQUIRE(!Fiber<Unit>::finished(slow));
    Fiber<Unit>::cancel(slow);
  });
}
