// What a program's environment changes, and what a waiting fiber costs: concurrency.md 18, 19, 21. Each program runs in a process of
// its own.
#include <unistd.h>

#include <condition_variable>
#include <fstream>
#include <regex>
#include <sstream>

#include "backend/settings.hpp"
#include "everything.hpp"
#include "khora/detail/blocking.hpp"
#include "khora/program.hpp"
#include "process_runner.hpp"

using namespace khora_test;
using khora::run_main;
using Ints = Channel<Int>;

namespace {

template <class F>
Program program(const char* name, F main) {
  return Program(name, [main](int argc, char** argv) { return run_main(argc, argv, main, /*can_stop=*/true); });
}

std::int64_t resident_bytes() {
  std::ifstream pages("/proc/self/statm");
  std::int64_t size = 0;
  std::int64_t resident = 0;
  pages >> size >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

constexpr int parked_fibers = 20000;

/// Prints how many bytes each parked fiber keeps resident.
const Program parks_many = program("parks_many", []() -> Tagged<Unit> {
  const auto channel = Ints::bounded(1);
  std::vector<Fiber<Unit>> fibers;
  fibers.reserve(parked_fibers);
  const std::int64_t before = resident_bytes();
  for (int i = 0; i < parked_fibers; ++i) {
    fibers.push_back(Fiber<Unit>::spawn([channel] { return Ints::receive(channel).rest(); }));
  }
  for (const auto& fiber : fibers) until_waiting(fiber);
  std::printf("%lld\n", static_cast<long long>((resident_bytes() - before) / parked_fibers));
  Ints::close(channel);
  for (const auto& fiber : fibers) {
    if (const Rest rest = Fiber<Unit>::join(fiber).rest()) return rest;
  }
  return unit;
});

/// Keeps its workers busy, then idle, for some intervals of the report.
const Program works_a_while = program("works_a_while", []() -> Tagged<Unit> {
  const auto loop = Fiber<Unit>::spawn([] { return endless(); });
  if (const Rest rest = pause_for(700).rest()) return rest;
  Fiber<Unit>::cancel(loop);
  return pause_for(700);
});

/// As many calls that block as there may be threads for them, each of which returns only when all are in progress.
const Program fills_the_pool = program("fills_the_pool", []() -> Tagged<Unit> {
  const std::size_t most = khora::detail::settings().blocking_threads;
  std::mutex mutex;
  std::condition_variable all_in;
  std::size_t in = 0;
  std::vector<Fiber<Unit>> fibers;
  for (std::size_t i = 0; i < most; ++i) {
    fibers.push_back(Fiber<Unit>::spawn([&] {
      khora::detail::blocking([&] {
        std::unique_lock lock(mutex);
        if (++in == most) all_in.notify_all();
        all_in.wait(lock, [&] { return in == most; });
        return 0;
      });
    }));
  }
  for (const auto& fiber : fibers) {
    if (const Rest rest = Fiber<Unit>::join(fiber).rest()) return rest;
  }
  std::printf("%zu\n", most);
  return unit;
});

/// What the program prints when the variable has this value.
std::string printed(const char* name, const std::string& setting) {
  const auto outcome = run_process(name, {setting, {}});
  INFO(setting << "\n" << outcome.err);
  REQUIRE(outcome.status == 0);
  return outcome.out;
}

}  // namespace

#if !defined(KHORA_DETAIL_ASAN) && !defined(KHORA_DETAIL_TSAN)
TEST_CASE("[c246] a parked fiber keeps less than 16 KiB resident", "[process]") {
  if (!on_scheduler()) return;
  const std::int64_t bytes = std::stoll(printed("parks_many", ""));
  INFO(bytes << " bytes");
  REQUIRE(bytes > 0);
  REQUIRE(bytes < 16 * 1024);
}
#endif

TEST_CASE("[c257] the scheduler's report", "[process]") {
  const auto outcome = run_process("works_a_while", {"KHORA_SCHEDULER_REPORT=100", {}});
  REQUIRE(outcome.status == 0);
  if (!on_scheduler()) {
    REQUIRE(outcome.err.empty());
    return;
  }
  const std::regex form("khora: .* turns=\\[[0-9]+(, ?[0-9]+)*\\]");
  std::istringstream lines(outcome.err);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    INFO(line);
    REQUIRE(std::regex_match(line, form));
  }
  REQUIRE(count >= 3);
  // What is no interval counts as none.
  for (const char* setting : {"KHORA_SCHEDULER_REPORT=0", "KHORA_SCHEDULER_REPORT=often"}) {
    REQUIRE(run_process("works_a_while", {setting, {}}).err.empty());
  }
}

TEST_CASE("[c258] a limit of the blocking pool that is no positive number counts as none", "[process]") {
  const std::string usual = printed("fills_the_pool", "");
  for (const char* value : {"abc", "", "0", "-3", "4x", "99999999999999999999"}) {
    REQUIRE(printed("fills_the_pool", std::string("KHORA_BLOCKING_THREADS=") + value) == usual);
  }
  REQUIRE(printed("fills_the_pool", "KHORA_BLOCKING_THREADS=3") == "3\n");
}
