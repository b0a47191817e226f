#include <atomic>
#include <cstdio>
#include <string>
#include <string_view>

#include "khora/program.hpp"
#include "khora/string.hpp"
#include "khora/testing.hpp"
#include "khora/trap.hpp"
#include "testing/blocks.hpp"

namespace khora {

using namespace testing;

namespace {

std::atomic<bool> assertion_has_failed{false};

/// Runs one test as a program's `main` would run, so that traps, the root region and signals mean what they mean there.
void run_here(int argc, char** argv, const Test& test, int) {
  class Entry final : public detail::EntryPoint {
   public:
    explicit Entry(const Test& test) : test_(test) {}
    Rest run(std::int64_t& status) override {
      const Rest rest = test_.body().rest();
      if (rest.raised()) report_error(test_, "test", *rest.error());
      if (rest.raised() || assertion_has_failed.load()) {
        status = failed_status;
        rest.drop();
        return Rest();
      }
      return rest;
    }

   private:
    const Test& test_;
  } entry(test);
  detail::run_program(argc, argv, entry, /*can_stop=*/true);
}

Rest note_failure(const char* file, int line, std::string_view what) {
  assertion_has_failed.store(true);
  std::fflush(stdout);
  detail::report_line(std::string(file) + ":" + std::to_string(line) + ": this does not hold: " + std::string(what));
  return stopped;
}

}  // namespace

int run_tests(int argc, char** argv, const std::vector<Test>& tests) {
  const auto run = [](char** arguments, std::size_t number) { return std::string(run_in_process(arguments, number, -1) ? "ok" : ""); };
  return run_blocks(argc, argv, tests, {"test", "passed", &run_here, run});
}

Rest assertion_failed(const char* file, int line, const char* condition) { return note_failure(file, line, condition); }
Rest assertion_failed(const char* file, int line, const String& message) { return note_failure(file, line, message.view()); }

}  // namespace khora
