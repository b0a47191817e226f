// Races put in order: what another fiber does at the decisive step is done there, on the spot.
#include <functional>

#include "everything.hpp"
#include "khora/detail/claim_core.hpp"
#include "park/steps.hpp"

using namespace khora_test;
using khora::detail::Step;
using Ints = Channel<Int>;
using MaybeInt = Option<Int>;
using MaybeClaim = Option<Claim<Int>>;

namespace {

/// Does `action` once, when somebody is next at the step after `arm`. One at a time.
class At {
 public:
  At(Step step, std::function<void()> action) {
    at = step;
    does = std::move(action);
    is_done = false;
    khora::detail::on_step.store(&reached);
  }
  At(const At&) = delete;
  At& operator=(const At&) = delete;
  ~At() {
    if (!armed.exchange(false)) {
      while (!is_done) let_others_run();  // whoever is at the step is done with `does`
    }
  }
  void arm() { armed = true; }
  bool done() const { return is_done; }

 private:
  // Not members: a thread may look at them when the test that was here is over.
  static inline std::atomic<Step> at{};
  static inline std::function<void()> does;
  static inline std::atomic<bool> armed{false};
  static inline std::atomic<bool> is_done{false};
  static void reached(Step step) {
    if (step != at || !armed.exchange(false)) return;
    does();
    is_done = true;
  }
};

/// Every way in which a fiber that waits for a value can be disturbed at `step`.
void disturb_receive(Step step) {
  repeat(20, [step](int) {
    for (const char* how : {"send", "close", "cancel", "send, then cancel", "cancel, then send"}) {
      INFO(how);
      const std::string what = how;
      const auto channel = Ints::bounded(2);
      Fiber<Int> receiver;
      std::atomic<bool> may_start{false};
      At at(step, [&] {
        const std::size_t cancel = what.find("cancel");
        if (cancel == 0) Fiber<Int>::cancel(receiver);
        if (what.find("send") != std::string::npos) Ints::offer(channel, 7);
        if (cancel != std::string::npos && cancel != 0) Fiber<Int>::cancel(receiver);
        if (what == "close") Ints::close(channel);
      });
      receiver = Fiber<Int>::spawn([&, channel]() -> Tagged<Int> {
        until(may_start);
        at.arm();
        MaybeInt got;
        if (const Rest rest = Ints::receive(channel).to(got)) return rest;
        return got.is<MaybeInt::Some>() ? 1 : 0;
      });
      may_start = true;
      const auto outcome = Fiber<Int>::outcome(receiver).answer();
      REQUIRE(at.done());
      const bool answered = outcome.is<Outcome<Int>::Answered>();
      const std::int64_t received = answered ? outcome.as<Outcome<Int>::Answered>().value.raw() : 0;
      if (what == "send" || what == "send, then cancel") REQUIRE(received == 1);
      if (what == "close") REQUIRE((answered && received == 0));
      if (what == "cancel") REQUIRE(!answered);  // a value that arrives with it wins
      REQUIRE(Ints::depth(channel) == (what.find("send") != std::string::npos ? 1 - received : 0));
    }
  });
}

}  // namespace

TEST_CASE("[c92] [c154] [c155] what happens between registering and going to sleep is not lost", "[steps]") {
  disturb_receive(Step::before_park);
}

TEST_CASE("[c92] [c155] [c250] what happens while a fiber goes to sleep is not lost", "[steps]") {
  disturb_receive(Step::before_commit);
}

TEST_CASE("[c155] a stop between a wake and the resumption leaves the value with the receiver", "[steps]") {
  repeat(50, [](int) {
    const auto channel = Ints::bounded(1);
    std::atomic<bool> waits{false};
    const auto receiver = Fiber<Int>::spawn([channel]() -> Tagged<Int> {
      MaybeInt got;
      if (const Rest rest = Ints::receive(channel).to(got)) return rest;
      return got.is<MaybeInt::Some>() ? 1 : 0;
    });
    until_waiting(receiver);
    At at(Step::before_resume, [&] { Fiber<Int>::cancel(receiver); });
    at.arm();
    REQUIRE(Ints::send(channel, 7).answer());
    const auto outcome = Fiber<Int>::outcome(receiver).answer();
    REQUIRE(at.done());
    REQUIRE(outcome.is<Outcome<Int>::Answered>());
    REQUIRE(outcome.as<Outcome<Int>::Answered>().value == 1);
    REQUIRE(Ints::depth(channel) == 0);
  });
}

TEST_CASE("[c164] [c167] a stop between taking a job and having its claim: abandon runs once", "[steps]") {
  repeat(50, [](int round) {
    const bool abort = round % 2 == 1;
    const auto jobs = Ints::bounded(1);
    std::atomic<int> abandoned{0};
    Fiber<Unit> worker;
    std::atomic<bool> may_start{false};
    At at(Step::taken, [&] {
      if (abort) {
        Fiber<Unit>::abort(worker);
      } else {
        Fiber<Unit>::cancel(worker);
      }
    });
    worker = Fiber<Unit>::spawn([&, jobs]() -> Tagged<Unit> {
      until(may_start);
      at.arm();
      MaybeClaim got;
      if (const Rest rest = Ints::claim(jobs, [&](Int) { abandoned.fetch_add(1); }).to(got)) return rest;
      if (khora::stop_pending()) return stopped;
      Claim<Int>::done(got.as<MaybeClaim::Some>().value);
      return unit;
    });
    REQUIRE(Ints::send(jobs, 1).answer());
    may_start = true;
    const auto outcome = Fiber<Unit>::outcome(worker).answer();
    REQUIRE(at.done());
    REQUIRE(outcome.is<Outcome<Unit>::Stopped>());
    REQUIRE(abandoned == 1);
  });
}

TEST_CASE("[c136] the child ends between a waiter's registration and its sleep", "[steps]") {
  for (const Step step : {Step::before_park, Step::before_commit}) {
    repeat(20, [step](int) {
      std::atomic<bool> ends{false};
      const auto child = Fiber<Int>::spawn([&]() -> Tagged<Int> {
        until(ends);
        return 5;
      });
      std::atomic<bool> joined{false};
      At at(step, [&] {
        ends = true;
        // On the scheduler with one worker the child cannot run before this fiber sleeps; there it is only ready.
        for (int i = 0; i < 1000 && !Fiber<Int>::finished(child); ++i) std::this_thread::yield();
      });
      const auto waiter = Fiber<Int>::spawn([&]() -> Tagged<Int> {
        at.arm();
        return Fiber<Int>::join(child);
      });
      REQUIRE(Fiber<Int>::join(waiter).answer() == 5);
      REQUIRE(at.done());
    });
  }
}
