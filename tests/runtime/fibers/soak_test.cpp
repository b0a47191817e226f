// Long random runs whose books must balance. Short by default; KHORA_SOAK=N makes them N times as long (tools/soak.sh).
#include <algorithm>
#include <cstdlib>
#include <random>

#include "everything.hpp"

using namespace khora_test;
using Ints = Channel<Int>;
using MaybeInt = Option<Int>;
using MaybeClaim = Option<Claim<Int>>;
using khora::core::ChildFailed;

namespace {

int times(int number) {
  const char* factor = std::getenv("KHORA_SOAK");
  return number * (factor == nullptr ? 1 : std::max(1, std::atoi(factor)));
}

}  // namespace

TEST_CASE("soak: stops at random over a pool of claims: sent = served + abandoned + still queued", "[soak]") {
  std::atomic<std::int64_t> taken{0};
  std::atomic<std::int64_t> served{0};
  std::atomic<std::int64_t> abandoned{0};
  std::int64_t sent = 0;
  std::int64_t left = 0;
  repeat(times(250), [&](int round) {
    std::mt19937 random(static_cast<unsigned>(round));
    const auto jobs = Ints::bounded(8);
    std::vector<Fiber<Unit>> workers;
    for (int w = 0; w < 4; ++w) {
      workers.push_back(Fiber<Unit>::spawn([&, jobs]() -> Tagged<Unit> {
        for (;;) {
          MaybeClaim got;
          if (const Rest rest = Ints::claim(jobs, [&](Int) { abandoned.fetch_add(1); }).to(got)) return rest;
          if (got.is<MaybeClaim::None>()) return unit;
          taken.fetch_add(1);
          if (khora::stop_pending()) return stopped;
          served.fetch_add(1);
          Claim<Int>::done(got.as<MaybeClaim::Some>().value);
        }
      }));
    }
    for (int i = 0; i < 40; ++i) {
      const auto chance = random() % 8;
      if (chance == 0) Fiber<Unit>::cancel(workers[random() % workers.size()]);
      if (chance == 1) Fiber<Unit>::abort(workers[random() % workers.size()]);
      if (Ints::offer(jobs, i)) ++sent;
    }
    if (random() % 2 == 0) Ints::close(jobs);
    for (const auto& worker : workers) {
      Fiber<Unit>::cancel(worker);
      REQUIRE(Fiber<Unit>::wait(worker).answered());
    }
    left += Ints::depth(jobs).raw();
  });
  REQUIRE(taken == served + abandoned);
  REQUIRE(sent - left == taken);
}

TEST_CASE("soak: wakes race parks, deadlines and stops", "[soak]") {
  // Nobody may be left asleep, and a value is taken exactly once.
  repeat(times(2000), [](int round) {
    std::mt19937 random(static_cast<unsigned>(round));
    const auto channel = Ints::bounded(1);
    std::vector<Fiber<Int>> receivers;
    for (int r = 0; r < 3; ++r) {
      receivers.push_back(Fiber<Int>::spawn([channel]() -> Tagged<Int> {
        MaybeInt got;
        if (const Rest rest = Ints::receive(channel).to(got)) return rest;
        return got.is<MaybeInt::Some>() ? 1 : 0;
      }));
    }
    const auto sender = Fiber<Unit>::spawn([channel]() -> Tagged<Unit> {
      for (int i = 0; i < 2; ++i) {
        if (const Rest rest = Ints::send(channel, i).rest()) return rest;
      }
      return unit;
    });
    const auto closer = Fiber<Unit>::spawn([channel, chance = random() % 3]() -> Tagged<Unit> {
      if (chance == 0) Ints::close(channel);
      return unit;
    });
    Fiber<Int>::cancel(receivers[random() % receivers.size()]);
    REQUIRE(Fiber<Unit>::wait(closer).answered());
    if (random() % 2 == 0) Fiber<Unit>::cancel(sender);
    REQUIRE(Fiber<Unit>::wait(sender).answered());
    Ints::close(channel);
    std::int64_t received = 0;
    for (const auto& receiver : receivers) {
      const auto outcome = Fiber<Int>::outcome(receiver).answer();
      if (outcome.is<Outcome<Int>::Answered>()) received += outcome.as<Outcome<Int>::Answered>().value.raw();
    }
    REQUIRE(received <= 2);
  });
}

TEST_CASE("soak: fibers through a bounded nursery, failing at random", "[soak]") {
  repeat(times(20), [](int round) {
    std::atomic<int> running{0};
    std::atomic<int> most{0};
    std::atomic<int> failures{0};
    const Fibers children = Fibers::bounded(8);
    for (int i = 0; i < 100; ++i) {
      const unsigned seed = static_cast<unsigned>(round * 1000 + i);
      REQUIRE(Fibers::spawn(children, [&, seed]() -> Tagged<Unit> {
                std::mt19937 random(seed);
                const int now = running.fetch_add(1) + 1;
                int seen = most.load();
                while (seen < now && !most.compare_exchange_weak(seen, now)) {
                }
                for (auto trips = random() % 50; trips > 0; --trips) {
                  if (khora::stop_pending()) {
                    running.fetch_sub(1);
                    return stopped;
                  }
                  if (random() % 16 == 0) let_others_run();
                }
                running.fetch_sub(1);
                if (random() % 10 != 0) return unit;
                failures.fetch_add(1);
                return khora::raise(Leak{1});
              }).answered());
    }
    const std::int64_t failed = Fibers::wait(children).answer().raw();
    REQUIRE(failed == failures.load());
    Fibers::close(children);
    REQUIRE(running == 0);
    REQUIRE(most <= 8);
  });
}

TEST_CASE("soak: a contended cell loses no update, whoever gives up waiting", "[soak]") {
  repeat(times(100), [](int round) {
    std::mt19937 random(static_cast<unsigned>(round));
    const auto cell = Shared<Int>::of(0);
    std::atomic<std::int64_t> updates{0};
    std::vector<Fiber<Unit>> fibers;
    for (int f = 0; f < 8; ++f) {
      fibers.push_back(Fiber<Unit>::spawn([&, cell]() -> Tagged<Unit> {
        for (int i = 0; i < 100; ++i) {
          const auto change = [&](Int n) -> Tagged<Int> {
            updates.fetch_add(1);
            if (i % 16 == 0) let_others_run();  // the others find the cell held
            return n + 1;
          };
          if (const Rest rest = Shared<Int>::update(cell, change).rest()) return rest;
          Shared<Int>::get(cell);
        }
        return unit;
      }));
    }
    for (int i = 0; i < 3; ++i) Fiber<Unit>::cancel(fibers[random() % fibers.size()]);
    for (const auto& fiber : fibers) REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(Shared<Int>::get(cell).raw() == updates.load());
  });
}
