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

std::atomic<bool> an_assertion_failed{false};

/// Runs one test as a program's `main` would run, so that traps, the root region and signals mean what they mean there.
[[noreturn]] void run_here(int argc, char** argv, const Test& test) {
  class Entry final : public detail::EntryPoint {
   public:
    explicit Entry(const Test& test) : test_(test) {}
    Rest run(std::int64_t& status) override {
      const Rest rest = test_.body().rest();
      if (rest.raised()) report_error(test_, "test", *rest.error());
      if (rest.raised() || assertion_has_failed()) {
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
  an_assertion_failed.store(true);
  std::fflush(stdout);
  detail::report_line(std::string(file) + ":" + std::to_string(line) + ": this does not hold: " + std::string(what));
  return stopped;
}

}  // namespace

bool testing::assertion_has_failed() { return an_assertion_failed.load(); }

int run_tests(int argc, char** argv, const std::vector<Test>& tests) {
  Wanted wanted;
  if (!read_arguments(argc, argv, tests.size(), wanted)) return misuse_status;
  if (wanted.number >= 0) run_here(argc, argv, tests[static_cast<std::size_t>(wanted.number)]);
  if (wanted.list) {
    list(wanted, tests);
    return passed_status;
  }
  int passed = 0;
  int failed = 0;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const Test& test = tests[i];
    if (!selects(wanted, test)) continue;
    const bool ok = run_in_process(argv, i, -1);
    std::printf("test %s ... %s\n", test.name, ok ? "ok" : "FAILED");
    if (!ok) std::printf("  at %s:%d\n", test.file, test.line);
    ++(ok ? passed : failed);
  }
  if (passed + failed == 0) note_no_match(wanted, "test");
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? passed_status : failed_status;
}

Rest assertion_failed(const char* file, int line, const char* condition) { return note_failure(file, line, condition); }
Rest assertion_failed(const char* file, int line, const String& message) { return note_failure(file, line, message.view()); }

}  // namespace khora
