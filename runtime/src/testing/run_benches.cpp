#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "khora/detail/region_core.hpp"
#include "khora/program.hpp"
#include "khora/testing.hpp"
#include "khora/trap.hpp"
#include "testing/blocks.hpp"

namespace khora {

using namespace testing;

namespace {

using Clock = std::chrono::steady_clock;
using Nanoseconds = std::chrono::duration<double, std::nano>;

/// One sample takes at least so long, since a clock has a grain, and all of them together about so long.
constexpr Nanoseconds sample_time = std::chrono::milliseconds(10);
constexpr Nanoseconds whole_time = std::chrono::milliseconds(500);
constexpr int fewest_samples = 3;
constexpr int most_samples = 51;

/// What one run of a block takes, in nanoseconds.
struct Measured {
  double fastest = 0;
  double median = 0;
  double slowest = 0;
};

/// Three digits that mean something, with a unit.
std::string text_of(double nanoseconds) {
  constexpr std::array<const char*, 4> units = {"ns", "us", "ms", "s"};
  std::size_t unit = 0;
  for (; unit + 1 < units.size() && nanoseconds >= 1000; ++unit) nanoseconds /= 1000;
  const int digits = nanoseconds >= 100 ? 0 : nanoseconds >= 10 ? 1 : 2;
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.*f %s", digits, nanoseconds, units[unit]);
  return text.data();
}

std::string text_of(const Measured& measured) {
  return text_of(measured.median) + " a run (" + text_of(measured.fastest) + " to " + text_of(measured.slowest) + ")";
}

/// Runs the block again and again, as the root fiber. `rest` says how a run ended that did not answer; then nothing was measured.
Measured measure(const Test& bench, Rest& rest) {
  const auto time_of = [&](std::uint64_t runs) {
    const Clock::time_point start = Clock::now();
    for (; runs > 0; --runs) {
      rest = bench.body().rest();
      detail::RegionState::end_root();  // each run has a root region of its own
      if (rest) break;
    }
    return Nanoseconds(Clock::now() - start);
  };
  std::uint64_t runs = 1;
  Nanoseconds taken = time_of(runs);
  while (!rest && taken < sample_time) {
    runs *= 2;
    taken = time_of(runs);
  }
  std::vector<double> samples;
  const double wanted = std::clamp(whole_time / taken, double{fewest_samples}, double{most_samples});
  while (!rest && static_cast<double>(samples.size()) < wanted) samples.push_back(time_of(runs).count() / static_cast<double>(runs));
  if (rest) return {};
  std::sort(samples.begin(), samples.end());
  return {samples.front(), samples[samples.size() / 2], samples.back()};
}

/// Measures one bench as a program's `main` would run, and writes the result where it is wanted.
void measure_here(int argc, char** argv, const Test& bench, int answer_to) {
  class Entry final : public detail::EntryPoint {
   public:
    Entry(const Test& bench, int answer_to) : bench_(bench), answer_to_(answer_to) {}
    Rest run(std::int64_t& status) override {
      Rest rest;
      const Measured measured = measure(bench_, rest);
      if (rest.raised()) {
        report_error(bench_, "bench", *rest.error());
        status = failed_status;
        rest.drop();
        return Rest();
      }
      if (rest) return rest;
      const std::string text = text_of(measured) + (answer_to_ < 0 ? "\n" : "");
      std::fflush(stdout);
      const ssize_t written = write(answer_to_ < 0 ? STDOUT_FILENO : answer_to_, text.data(), text.size());
      if (written != static_cast<ssize_t>(text.size())) status = failed_status;
      return Rest();
    }

   private:
    const Test& bench_;
    int answer_to_;
  } entry(bench, answer_to);
  detail::run_program(argc, argv, entry, /*can_stop=*/true);
}

/// What the bench with the number answers; empty when it failed.
std::string measured_in_process(char** argv, std::size_t number) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) detail::fatal("there is no pipe for what a bench answers");
  const bool ok = run_in_process(argv, number, ends[1]);  // the answer is short: it waits in the pipe
  close(ends[1]);
  std::array<char, 256> text{};
  const ssize_t size = ok ? read(ends[0], text.data(), text.size()) : 0;
  close(ends[0]);
  return std::string(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
}

}  // namespace

int run_benches(int argc, char** argv, const std::vector<Test>& benches) {
  return run_blocks(argc, argv, benches, {"bench", "measured", &measure_here, &measured_in_process});
}

}  // namespace khora
