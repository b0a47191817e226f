// Ways a process ends: concurrency.md 3.2, 3.4, 17. Each program runs in a process of its own.
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "everything.hpp"
#include "khora/program.hpp"
#include "khora/testing.hpp"
#include "khora/trap.hpp"
#include "park/steps.hpp"
#include "process_runner.hpp"

using namespace khora_test;
using khora::run_main;
using khora::detail::LastAct;
using khora::detail::Step;

namespace {

template <class F>
Program program(const char* name, F main, bool can_stop = true) {
  return Program(name, [main, can_stop](int argc, char** argv) { return run_main(argc, argv, main, can_stop); });
}

void say(const char* text) {
  std::fputs(text, stdout);
  std::fflush(stdout);
}

const std::string lost_error = "khora: a fiber ended with an error nobody was waiting for\n";

const Program answers_unit = program("answers_unit", [] {});
const Program prints_to_a_full_device = program("prints_to_a_full_device", [] {
  if (std::freopen("/dev/full", "w", stdout) == nullptr) std::abort();
  std::fputs("nobody reads this", stdout);
});
const Program answers_seven = program("answers_seven", [] { return Int(7); });
const Program answers_259 = program("answers_259", []() -> Tagged<Int> { return Int(259); });
const Program raises = program("raises", []() -> Tagged<Unit> {
  Region::defer(Region::root(), [] { say("root finalizer\n"); });
  return khora::raise(Leak{3});
});
const Program traps = program("traps", [] {
  std::fputs("printed before", stdout);
  Region::defer(Region::root(), [] { say("not run"); });
  const auto other = Fiber<Unit>::spawn([] { return endless(); });
  khora::trap("Int addition overflowed");
});
const Program traps_on_fiber = program("traps_on_fiber", []() -> Tagged<Unit> {
  const auto first = Fiber<Unit>::spawn([] {});
  const auto second = Fiber<Unit>::spawn([] { khora::trap("this is not written yet"); });
  return Fiber<Unit>::join(second);
});
// Another thread reports its trap until `main` has come to its own end.
const Program main_ends_during_a_trap = program("main_ends_during_a_trap", [] {
  static std::atomic<bool> reporting{false};
  static std::atomic<bool> main_waits{false};
  khora::detail::on_step.store([](Step step) {
    if (step == Step::end_is_taken) main_waits = true;
  });
  std::thread([] {
    khora::detail::claim_the_end(LastAct::report);
    reporting = true;
    while (!main_waits) std::this_thread::yield();
    say("reported\n");
    _exit(134);
  }).detach();
  while (!reporting) std::this_thread::yield();
});
const Program traps_in_exit = program("traps_in_exit", [] { std::atexit([] { khora::trap("a destructor found this"); }); });
const Program joins_stopped = program("joins_stopped", []() -> Tagged<Unit> {
  Region::defer(Region::root(), [] { say("root finalizer\n"); });
  const auto child = Fiber<Unit>::spawn([] { return endless(); });
  Fiber<Unit>::cancel(child);
  return Fiber<Unit>::join(child);
});

[[gnu::noinline]] int recurse(volatile char* outer) {
  volatile char frame[512];
  frame[0] = outer[0];
  if (frame[0] == 0) return 0;  // never
  const int deeper = recurse(frame);
  return deeper + frame[0];
}
const Program overflow_in_main = program("overflow_in_main", []() -> Tagged<Int> {
  volatile char start[1] = {1};
  return Int(recurse(start));
});
const Program overflow_on_fiber = program("overflow_on_fiber", []() -> Tagged<Int> {
  const auto fiber = Fiber<Int>::spawn([] {
    volatile char start[1] = {1};
    return Int(recurse(start));
  });
  return Fiber<Int>::join(fiber);
});
const Program null_access = program("null_access", [] {
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
});

const Program waits_forever = program("waits_forever", []() -> Tagged<Unit> {
  Region::defer(Region::root(), [] { say("root finalizer\n"); });
  const auto channel = Channel<Int>::bounded(1);
  say("ready\n");
  if (const Rest rest = Channel<Int>::receive(channel).rest()) return rest;
  say("not reached\n");
  return unit;
});
const Program claim_in_main = program("claim_in_main", []() -> Tagged<Unit> {
  const auto channel = Channel<Int>::bounded(1);
  if (const Rest rest = Channel<Int>::send(channel, 4).rest()) return rest;
  Option<Claim<Int>> got;
  if (const Rest rest = Channel<Int>::claim(channel, [](Int) { say("abandoned\n"); }).to(got)) return rest;
  say("ready\n");
  return pause_for(100000);
});
const Program nursery_and_signal = program("nursery_and_signal", []() -> Tagged<Unit> {
  auto result = khora::core::nursery([](const Nursery& nursery) -> Tagged<Unit> {
    for (int i = 0; i < 3; ++i) {
      if (const Rest rest = nursery->spawn([]() -> Tagged<Unit> {
            const Rest stop = pause_for(100000).rest();
            say("child\n");
            return stop;
          }).rest()) {
        return rest;
      }
    }
    say("ready\n");
    return unit;
  });
  return result.rest();
});
const Program slow_finalizer = program("slow_finalizer", []() -> Tagged<Unit> {
  Region::defer(Region::root(), []() -> Tagged<Unit> {
    say("ready\n");
    return pause_for(100000);
  });
  say("ready\n");
  return pause_for(100000);
});
const Program cannot_stop = program(
    "cannot_stop",
    [] {
      say("ready\n");
      for (;;) pause();
    },
    /*can_stop=*/false);
const Program returns_after_signal = program("returns_after_signal", [] {
  say("ready\n");
  while (khora::detail::current_fiber().level() == khora::detail::StopLevel::none) usleep(1000);
  return Int(5);
});
const Program detached_goes_on = program("detached_goes_on", [] {
  static std::atomic<bool> running{false};
  const auto fiber = Fiber<Unit>::spawn([] {
    running = true;
    for (;;) let_others_run();
  });
  until(running);
  Fiber<Unit>::detach(fiber);
});
const Program joins_detached = program("joins_detached", []() -> Tagged<Unit> {
  const auto fiber = Fiber<Unit>::spawn([] { return endless(); });
  Fiber<Unit>::detach(fiber);
  return Fiber<Unit>::join(fiber);
});

const Program unjoined = program("unjoined", [] {
  for (int i = 0; i < 3; ++i) {
    const auto fiber = Fiber<Unit>::spawn([]() -> Tagged<Unit> { return khora::raise(Leak{1}); });
    while (!Fiber<Unit>::finished(fiber)) let_others_run();
    static_cast<void>(Fiber<Unit>::canceled(fiber));
    say("held\n");
  }
});
const Program joined = program("joined", [] {
  const auto raise = []() -> Tagged<Unit> { return khora::raise(Leak{1}); };
  const auto a = Fiber<Unit>::spawn(raise);
  const auto b = Fiber<Unit>::spawn(raise);
  const auto c = Fiber<Unit>::spawn(raise);
  Fiber<Unit>::join(a).rest().drop();
  Fiber<Unit>::wait(b).rest().drop();
  Fiber<Unit>::outcome(c).rest().drop();
  const auto stopped_one = Fiber<Unit>::spawn([] { return endless(); });
  Fiber<Unit>::cancel(stopped_one);
  const auto detached = Fiber<Unit>::spawn(raise);
  Fiber<Unit>::detach(detached);
});
const Program body_and_child_fail = program("body_and_child_fail", []() -> Tagged<Unit> {
  auto result = khora::core::nursery([](const Nursery& nursery) -> Tagged<Unit> {
    for (int i = 0; i < 2; ++i) {
      if (const Rest rest = nursery->spawn([]() -> Tagged<Unit> { return khora::raise(Leak{1}); }).rest()) return rest;
    }
    while (khora::detail::running_fibers() > 0) let_others_run();
    return khora::raise(Spill{1});
  });
  return result.caught<Spill>() ? Tagged<Unit>(unit) : Tagged<Unit>(stopped);
});
const Program child_fails = program("child_fails", []() -> Tagged<Unit> {
  return khora::core::nursery([](const Nursery& nursery) -> Tagged<Unit> {
           return nursery->spawn([]() -> Tagged<Unit> { return khora::raise(Leak{1}); });
         })
      .rest();
});
const Program bad_limit = program("bad_limit", []() -> Tagged<Unit> {
  return khora::core::bounded_nursery(-3, [](const Nursery&) { say("entered"); }).rest();
});
const Program ended_nursery = program("ended_nursery", []() -> Tagged<Unit> {
  Nursery kept;
  if (const Rest rest = khora::core::nursery([&](const Nursery& nursery) { kept = nursery; }).rest()) return rest;
  return kept->spawn([] {});
});

template <class F>
Program reenters(const char* name, F use) {
  return program(name, [use]() -> Tagged<Unit> {
    const auto cell = Shared<Int>::of(1);
    return Shared<Int>::update(cell, [cell, use](Int n) -> Tagged<Int> {
             use(cell);
             return n;
           })
        .rest();
  });
}
const Program reenters_get = reenters("reenters_get", [](const Shared<Int>& cell) { Shared<Int>::get(cell); });
const Program reenters_set = reenters("reenters_set", [](const Shared<Int>& cell) { Shared<Int>::set(cell, 2); });
const Program reenters_update = reenters("reenters_update", [](const Shared<Int>& cell) {
  static_cast<void>(Shared<Int>::update(cell, [](Int n) { return n; }));
});

const Program defer_in_finalizer = program("defer_in_finalizer", [] {
  const Region region = Region::open();
  const Region* place = &region;
  Region::defer(region, [place] { Region::defer(*place, [] {}); });
});
const Program foreign_region = program("foreign_region", []() -> Tagged<Unit> {
  const Region region = Region::open();
  const Region* place = &region;
  return Fiber<Unit>::join(Fiber<Unit>::spawn([place] { Region::defer(*place, [] {}); }));
});
const Program foreign_root = program("foreign_root", []() -> Tagged<Unit> {
  return Fiber<Unit>::join(Fiber<Unit>::spawn([] { static_cast<void>(Region::root()); }));
});

const Program test_runner("test_runner", [](int argc, char** argv) {
  std::vector<char*> arguments{argv[0]};
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--program") {
      ++i;
      continue;
    }
    arguments.push_back(argv[i]);
  }
  return khora::run_tests(static_cast<int>(arguments.size()), arguments.data(), {});
});

void check(const char* name, int status, const std::string& err, const std::string& out = "") {
  INFO(name);
  const auto outcome = run_process(name);
  REQUIRE(outcome.err == err);
  REQUIRE(outcome.status == status);
  REQUIRE(outcome.out == out);
}

const std::string note = "note: re-run with KHORA_BACKTRACE=1 to see where\n";

}  // namespace

TEST_CASE("[c224] [c225] exit statuses of an answer", "[process]") {
  check("answers_unit", 0, "");
  check("answers_seven", 7, "");
  check("answers_259", 3, "");
}

TEST_CASE("what was printed and could not be written is no success", "[process]") {
  check("prints_to_a_full_device", 1, "khora: what was printed could not all be written to standard output: No space left on device\n");
}

TEST_CASE("[c226] [c220] an error at the entry point", "[process]") {
  const auto outcome = run_process("raises");
  REQUIRE(outcome.status == 1);
  REQUIRE(outcome.err.starts_with("khora: `Leak` reached the entry point and nothing handled it\nnote: "));
  REQUIRE(outcome.out == "root finalizer\n");
}

TEST_CASE("[c227] [c230] [c231] [c232] traps", "[process]") {
  check("traps", 134, "khora: Int addition overflowed\n" + note, "printed before");
  check("traps_on_fiber", 134, "khora: this is not written yet on fiber 2\n" + note);
}

TEST_CASE("[c231] a trap that is being reported is the end", "[process]") {
  check("main_ends_during_a_trap", 134, "", "reported\n");
  check("traps_in_exit", 134, "khora: a destructor found this\n" + note);
}

TEST_CASE("[c233] the backtrace replaces the note", "[process]") {
  for (const char* variable : {"KHORA_BACKTRACE=1", "RUST_BACKTRACE=1"}) {
    const auto outcome = run_process("traps_on_fiber", {variable, {}});
    REQUIRE(outcome.status == 134);
    REQUIRE(outcome.err.find("note:") == std::string::npos);
    // The program's own function comes first: by its name, and by its file where the build has debug information.
    const auto first = outcome.err.find("  0: ");
    INFO(outcome.err);
    REQUIRE(first != std::string::npos);
    const std::string frame = outcome.err.substr(first, outcome.err.find("  1: ") - first);
    REQUIRE((frame.find("traps_on_fiber") != std::string::npos || frame.find("process_test.cpp") != std::string::npos));
  }
}

TEST_CASE("[c112] a stop at the entry point", "[process]") {
  check("joins_stopped", 130, "", "root finalizer\n");
}

#if !defined(KHORA_DETAIL_ASAN) && !defined(KHORA_DETAIL_TSAN)
TEST_CASE("[c234] [c235] running out of stack", "[process]") {
  for (const char* name : {"overflow_in_main", "overflow_on_fiber", "null_access"}) {
    INFO(name);
    const auto outcome = run_process(name);
    REQUIRE(outcome.err.starts_with("khora: the stack ran out"));
    REQUIRE(outcome.signal == SIGSEGV);
    const bool both_causes = outcome.err.find("or memory") != std::string::npos;
    REQUIRE(both_causes == (std::string(name) == "null_access"));
  }
}
#endif

TEST_CASE("[c236] [c237] [c241] the first signal", "[process]") {
  for (const int signal : {SIGTERM, SIGINT}) {
    const auto outcome = run_process("waits_forever", {"", {signal}});
    REQUIRE(outcome.status == 130);
    REQUIRE(outcome.out == "ready\nroot finalizer\n");
    REQUIRE(outcome.err.empty());
  }
}

TEST_CASE("[c169] [c238] the first signal abandons claims and stops children", "[process]") {
  const auto claim = run_process("claim_in_main", {"", {SIGTERM}});
  REQUIRE(claim.status == 130);
  REQUIRE(claim.out == "ready\nabandoned\n");
  const auto nursery = run_process("nursery_and_signal", {"", {SIGTERM}});
  REQUIRE(nursery.status == 130);
  REQUIRE(nursery.out == "ready\nchild\nchild\nchild\n");
  const auto returned = run_process("returns_after_signal", {"", {SIGTERM}});
  REQUIRE(returned.status == 130);
}

TEST_CASE("[c239] [c240] [c241] signals that kill", "[process]") {
  const auto second = run_process("slow_finalizer", {"", {SIGTERM, SIGTERM}});
  REQUIRE(second.signal == SIGTERM);
  const auto other = run_process("slow_finalizer", {"", {SIGINT, SIGINT}});
  REQUIRE(other.signal == SIGINT);
  const auto first = run_process("cannot_stop", {"", {SIGTERM}});
  REQUIRE(first.signal == SIGTERM);
}

TEST_CASE("[c134] detached fibers do not delay the end", "[process]") { check("detached_goes_on", 0, ""); }

TEST_CASE("joining a detached handle", "[process]") {
  const auto outcome = run_process("joins_detached");
  REQUIRE(outcome.status == 134);
  REQUIRE(outcome.err.starts_with("khora: "));
}

TEST_CASE("[c026] [c027] [c031] [c034] [c035] errors that nobody took", "[process]") {
  check("unjoined", 0, lost_error + lost_error + lost_error, "held\nheld\nheld\n");
}

TEST_CASE("[c028] [c029] [c030] [c032] [c033] errors that were taken", "[process]") { check("joined", 0, ""); }

TEST_CASE("[c061] [c062] [c063] reports of a nursery", "[process]") {
  check("body_and_child_fail", 0, lost_error + lost_error);
  const auto outcome = run_process("child_fails");
  REQUIRE(outcome.status == 1);
  REQUIRE(outcome.err.starts_with("khora: `ChildFailed` reached"));
  REQUIRE(outcome.err.find("nobody was waiting") == std::string::npos);
}

TEST_CASE("[c072] [c073] a limit below one", "[process]") {
  check("bad_limit", 134, "khora: bounded_nursery needs a limit of at least 1, and this one is -3\n" + note);
}

TEST_CASE("using a nursery that has ended", "[process]") {
  const auto outcome = run_process("ended_nursery");
  REQUIRE(outcome.status == 134);
  REQUIRE(outcome.err.find("nursery has ended") != std::string::npos);
}

TEST_CASE("[c175] [c176] entering a cell again", "[process]") {
  for (const auto& [name, what] : {std::pair{"reenters_get", "read"}, {"reenters_set", "write"}, {"reenters_update", "update"}}) {
    check(name, 134,
          std::string("khora: this fiber is inside an update of the cell and so cannot also ") + what + " it\n" + note);
  }
}

TEST_CASE("[c215] [c221] misuse of regions", "[process]") {
  for (const char* name : {"defer_in_finalizer", "foreign_region", "foreign_root"}) {
    INFO(name);
    const auto outcome = run_process(name);
    REQUIRE(outcome.status == 134);
    if (std::string(name) != "defer_in_finalizer") REQUIRE(outcome.err.find("scoped(work)") != std::string::npos);
  }
}
