// Channels and claims: concurrency.md 10, 11.
#include "everything.hpp"

using namespace khora_test;
using Ints = Channel<Int>;
using MaybeInt = Option<Int>;
using Notes = Channel<Note>;

namespace {
std::int64_t value_of(const MaybeInt& option) { return option.as<MaybeInt::Some>().value.raw(); }
std::int64_t number_of(const Option<Note>& option) { return option.as<Option<Note>::Some>().value->number.raw(); }
}  // namespace

TEST_CASE("[c137] in order", "[channel]") {
  repeat(20, [](int) {
    const auto channel = Ints::bounded(3);
    const auto sender = Fiber<Unit>::spawn([channel]() -> Tagged<Unit> {
      for (int i = 0; i < 500; ++i) {
        if (const Rest rest = Ints::send(channel, i).rest()) return rest;
      }
      Ints::close(channel);
      return unit;
    });
    for (int i = 0;; ++i) {
      const MaybeInt got = Ints::receive(channel).answer();
      if (got.is<MaybeInt::None>()) {
        REQUIRE(i == 500);
        break;
      }
      REQUIRE(value_of(got) == i);
    }
  });
}

TEST_CASE("[c138] each value is received once", "[channel]") {
  repeat(10, [](int) {
    constexpr int senders = 4;
    constexpr int receivers = 4;
    constexpr int each = 300;
    const auto channel = Ints::bounded(5);
    std::vector<std::atomic<int>> seen(senders * each);
    std::vector<Fiber<Unit>> sending;
    std::vector<Fiber<Unit>> receiving;
    for (int s = 0; s < senders; ++s) {
      sending.push_back(Fiber<Unit>::spawn([channel, s]() -> Tagged<Unit> {
        for (int i = 0; i < each; ++i) {
          if (const Rest rest = Ints::send(channel, s * each + i).rest()) return rest;
        }
        return unit;
      }));
    }
    for (int r = 0; r < receivers; ++r) {
      receiving.push_back(Fiber<Unit>::spawn([channel, &seen]() -> Tagged<Unit> {
        for (;;) {
          MaybeInt got;
          if (const Rest rest = Ints::receive(channel).to(got)) return rest;
          if (got.is<MaybeInt::None>()) return unit;
          seen[static_cast<std::size_t>(value_of(got))].fetch_add(1);
        }
      }));
    }
    for (const auto& fiber : sending) REQUIRE(Fiber<Unit>::join(fiber).answered());
    Ints::close(channel);
    for (const auto& fiber : receiving) REQUIRE(Fiber<Unit>::join(fiber).answered());
    for (const auto& count : seen) REQUIRE(count == 1);
  });
}

TEST_CASE("[c139] [c140] a full channel makes the sender wait", "[channel]") {
  repeat(100, [](int) {
    const auto channel = Ints::bounded(2);
    REQUIRE(Ints::send(channel, 1).answer());
    REQUIRE(Ints::send(channel, 2).answer());
    const auto third = Fiber<bool>::spawn([channel] { return Ints::send(channel, 3); });
    until_waiting(third);
    REQUIRE(Ints::depth(channel) == 2);  // [c153]
    REQUIRE(value_of(Ints::receive(channel).answer()) == 1);
    REQUIRE(Fiber<bool>::join(third).answer());
    REQUIRE(value_of(Ints::poll(channel)) == 2);
    REQUIRE(value_of(Ints::poll(channel)) == 3);
    REQUIRE(Ints::poll(channel).is<MaybeInt::None>());  // [c151]
  });
}

TEST_CASE("[c141] [c142] [c149] [c150] dropping, sliding, offer", "[channel]") {
  repeat(50, [](int) {
    const auto dropping = Notes::dropping(2);
    REQUIRE(Notes::send(dropping, Note(1)).answer());
    REQUIRE(Notes::send(dropping, Note(2)).answer());
    REQUIRE(!Notes::send(dropping, Note(3)).answer());
    REQUIRE(number_of(Notes::poll(dropping)) == 1);
    REQUIRE(number_of(Notes::poll(dropping)) == 2);
    const auto sliding = Notes::sliding(2);
    for (int i = 1; i <= 3; ++i) REQUIRE(Notes::send(sliding, Note(i)).answer());
    REQUIRE(Notes::offer(sliding, Note(4)));
    REQUIRE(number_of(Notes::poll(sliding)) == 3);
    REQUIRE(number_of(Notes::poll(sliding)) == 4);
    const auto full = Notes::bounded(1);
    REQUIRE(Notes::offer(full, Note(1)));
    REQUIRE(!Notes::offer(full, Note(2)));
  });
}

TEST_CASE("[c143] [c144] [c147] [c148] closing", "[channel]") {
  repeat(50, [](int) {
    for (const auto& channel : {Ints::bounded(0), Ints::bounded(-5), Ints::dropping(1), Ints::sliding(1)}) {
      REQUIRE(Ints::send(channel, 1).answer());
      Ints::close(channel);
      Ints::close(channel);
      REQUIRE(!Ints::send(channel, 2).answer());
      REQUIRE(!Ints::offer(channel, 2));
      REQUIRE(value_of(Ints::receive(channel).answer()) == 1);
      REQUIRE(Ints::receive(channel).answer().is<MaybeInt::None>());
    }
  });
}

TEST_CASE("[c145] [c146] close wakes everybody", "[channel]") {
  repeat(50, [](int) {
    const auto empty = Ints::bounded(1);
    const auto full = Ints::bounded(1);
    REQUIRE(Ints::send(full, 0).answer());
    std::vector<Fiber<bool>> waiting;
    for (int i = 0; i < 5; ++i) {
      waiting.push_back(Fiber<bool>::spawn([empty]() -> Tagged<bool> {
        MaybeInt got;
        if (const Rest rest = Ints::receive(empty).to(got)) return rest;
        return got.is<MaybeInt::Some>();
      }));
      waiting.push_back(Fiber<bool>::spawn([full] { return Ints::send(full, 1); }));
    }
    for (const auto& fiber : waiting) until_waiting(fiber);
    Ints::close(empty);
    Ints::close(full);
    for (const auto& fiber : waiting) REQUIRE(!Fiber<bool>::join(fiber).answer());
  });
}

TEST_CASE("[c092] [c093] a stop ends a wait empty-handed", "[channel]") {
  repeat(100, [](int) {
    const auto empty = Ints::bounded(1);
    const auto full = Ints::bounded(1);
    REQUIRE(Ints::send(full, 7).answer());
    const auto receiver = Fiber<Unit>::spawn([empty] { return Ints::receive(empty).rest(); });
    const auto sender = Fiber<Unit>::spawn([full] { return Ints::send(full, 8).rest(); });
    until_waiting(receiver);
    until_waiting(sender);
    Fiber<Unit>::cancel(receiver);
    Fiber<Unit>::cancel(sender);
    REQUIRE(Fiber<Unit>::wait(receiver).answered());
    REQUIRE(Fiber<Unit>::wait(sender).answered());
    REQUIRE(Fiber<Unit>::canceled(receiver));
    REQUIRE(Fiber<Unit>::canceled(sender));
    REQUIRE(Ints::depth(full) == 1);
    REQUIRE(value_of(Ints::poll(full)) == 7);
  });
}

TEST_CASE("[c154] a canceled receiver takes a value that is there", "[channel]") {
  repeat(100, [](int) {
    const auto channel = Ints::bounded(1);
    std::atomic<bool> canceled{false};
    const auto fiber = Fiber<Int>::spawn([channel, &canceled]() -> Tagged<Int> {
      while (!canceled) let_others_run();
      MaybeInt got;
      if (const Rest rest = Ints::receive(channel).to(got)) return rest;
      return got.as<MaybeInt::Some>().value;
    });
    REQUIRE(Ints::send(channel, 5).answer());
    Fiber<Int>::cancel(fiber);
    canceled = true;
    REQUIRE(Fiber<Int>::join(fiber).answer() == 5);
  });
}

TEST_CASE("[c155] a value and a stop at once: the value is received or still there", "[channel]") {
  repeat(10000, [](int) {
    const auto channel = Ints::bounded(1);
    const auto receiver = Fiber<bool>::spawn([channel]() -> Tagged<bool> {
      MaybeInt got;
      if (const Rest rest = Ints::receive(channel).to(got)) return rest;
      return got.is<MaybeInt::Some>();
    });
    const auto canceler = Fiber<Unit>::spawn([receiver] { Fiber<bool>::cancel(receiver); });
    REQUIRE(Ints::send(channel, 1).answer());
    const auto outcome = Fiber<bool>::outcome(receiver).answer();
    const bool received = outcome.is<Outcome<bool>::Answered>();
    REQUIRE(Ints::depth(channel) == (received ? 0 : 1));
  });
}

TEST_CASE("[c156] values that nobody takes are released once", "[channel]") {
  repeat(50, [](int) {
    const auto channel = Notes::bounded(4);
    for (int i = 0; i < 4; ++i) REQUIRE(Notes::send(channel, Note(i)).answer());
    const auto sender = Fiber<Unit>::spawn([channel] { return Notes::send(channel, Note(5)).rest(); });
    until_waiting(sender);
    Fiber<Unit>::cancel(sender);
  });
}

TEST_CASE("[c157] a receive in a finalizer waits", "[channel]") {
  repeat(50, [](int) {
    const auto channel = Ints::bounded(1);
    std::atomic<bool> running{false};
    std::atomic<bool> received{false};
    const auto fiber = Fiber<Unit>::spawn([&, channel]() -> Tagged<Unit> {
      const Region region = Region::open();
      Region::defer(region, [&, channel]() -> Tagged<Unit> {
        MaybeInt got;
        if (const Rest rest = Ints::receive(channel).to(got)) return rest;
        received = got.is<MaybeInt::Some>();
        return unit;
      });
      running = true;
      return endless();
    });
    until(running);
    Fiber<Unit>::cancel(fiber);
    until_waiting(fiber);
    REQUIRE(Ints::send(channel, 1).answer());
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(received);
  });
}

// ---- claims --------------------------------------------------------------------------------------------------------------------

namespace {
struct Abandoned {
  std::shared_ptr<std::atomic<int>> count = std::make_shared<std::atomic<int>>(0);
  auto handler() const {
    return [count = count](Int) { count->fetch_add(1); };
  }
  int times() const { return count->load(); }
};
using MaybeClaim = Option<Claim<Int>>;
}  // namespace

TEST_CASE("[c160] [c161] [c163] claims that are settled, dropped, or not there", "[claim]") {
  repeat(50, [](int) {
    const Abandoned abandoned;
    const auto jobs = Ints::bounded(4);
    for (int i = 1; i <= 2; ++i) REQUIRE(Ints::send(jobs, i).answer());
    {
      const MaybeClaim taken = Ints::claim(jobs, abandoned.handler()).answer();
      const Claim<Int>& claim = taken.as<MaybeClaim::Some>().value;
      REQUIRE(claim->value == 1);
      Claim<Int>::done(claim);
      Claim<Int>::done(claim);
      REQUIRE(Claim<Int>::give_back(claim, jobs));  // settled: nothing happens
    }
    REQUIRE(abandoned.times() == 0);
    REQUIRE(Ints::depth(jobs) == 1);
    static_cast<void>(Ints::claim(jobs, abandoned.handler()).answer());
    REQUIRE(abandoned.times() == 1);
    Ints::close(jobs);
    REQUIRE(Ints::claim(jobs, abandoned.handler()).answer().is<MaybeClaim::None>());
  });
}

TEST_CASE("[c165] [c166] [c168] giving back", "[claim]") {
  repeat(50, [](int) {
    const Abandoned abandoned;
    const auto jobs = Ints::bounded(1);
    REQUIRE(Ints::send(jobs, 1).answer());
    {
      const MaybeClaim taken = Ints::claim(jobs, abandoned.handler()).answer();
      REQUIRE(Claim<Int>::give_back(taken.as<MaybeClaim::Some>().value, jobs));
    }
    REQUIRE(abandoned.times() == 0);
    Claim<Int> kept;
    {
      const MaybeClaim taken = Ints::claim(jobs, abandoned.handler()).answer();
      kept = taken.as<MaybeClaim::Some>().value;
      REQUIRE(Ints::send(jobs, 2).answer());
      REQUIRE(!Claim<Int>::give_back(kept, jobs));
    }
    REQUIRE(abandoned.times() == 0);
    kept = Claim<Int>();
    REQUIRE(abandoned.times() == 1);
  });
}

TEST_CASE("[c164] [c167] jobs taken are jobs done or abandoned", "[claim]") {
  std::atomic<int> taken{0};
  std::atomic<int> done{0};
  const Abandoned abandoned;
  repeat(1000, [&](int) {
    const auto jobs = Ints::bounded(4);
    for (int i = 0; i < 4; ++i) REQUIRE(Ints::send(jobs, i).answer());
    const auto worker = Fiber<Unit>::spawn([&, jobs]() -> Tagged<Unit> {
      for (;;) {
        MaybeClaim got;
        if (const Rest rest = Ints::claim(jobs, abandoned.handler()).to(got)) return rest;
        if (got.is<MaybeClaim::None>()) return unit;
        taken.fetch_add(1);
        if (khora::stop_pending()) return stopped;
        done.fetch_add(1);
        Claim<Int>::done(got.as<MaybeClaim::Some>().value);
        if (khora::stop_pending()) return stopped;
      }
    });
    Fiber<Unit>::cancel(worker);
    REQUIRE(Fiber<Unit>::wait(worker).answered());
  });
  REQUIRE(taken == done + abandoned.times());
}

TEST_CASE("[c170] abandon made of offer and set runs to its end under abort", "[claim]") {
  repeat(100, [](int) {
    const auto jobs = Ints::bounded(1);
    const auto dead = Ints::bounded(1);
    const auto last = Shared<Int>::of(0);
    std::atomic<bool> holding{false};
    REQUIRE(Ints::send(jobs, 9).answer());
    const auto worker = Fiber<Unit>::spawn([&, jobs, dead, last]() -> Tagged<Unit> {
      MaybeClaim got;
      const auto abandon = [dead, last](Int job) {
        Ints::offer(dead, job);
        Shared<Int>::set(last, job);
      };
      if (const Rest rest = Ints::claim(jobs, abandon).to(got)) return rest;
      holding = true;
      return endless();
    });
    until(holding);
    Fiber<Unit>::abort(worker);
    REQUIRE(Fiber<Unit>::wait(worker).answered());
    REQUIRE(Shared<Int>::get(last) == 9);
    REQUIRE(value_of(Ints::poll(dead)) == 9);
  });
}
