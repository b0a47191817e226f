#include "khora/testing.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "khora/program.hpp"
#include "khora/string.hpp"
#include "khora/trap.hpp"

namespace khora {
namespace {

constexpr int passed_status = 0;
constexpr int failed_status = 1;
constexpr int misuse_status = 2;
/// Runs one test in this very process; its number follows. The runner starts itself so for every test, and CTest does.
constexpr std::string_view run_one_option = "--number";

std::atomic<bool> assertion_has_failed{false};

struct Wanted {
  std::string filter;
  bool list = false;
  bool valid = true;
};

Wanted read_arguments(int argc, char** argv) {
  Wanted wanted;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--list") {
      wanted.list = true;
    } else if (argument == "--filter" && i + 1 < argc) {
      wanted.filter = argv[++i];
    } else {
      wanted.valid = false;
    }
  }
  return wanted;
}

bool selects(const Wanted& wanted, const Test& test) {
  return std::string_view(test.name).find(wanted.filter) != std::string_view::npos;
}

/// A name may hold anything; here each stands on a line of its own.
std::string on_one_line(std::string_view name) {
  std::string text(name);
  for (char& letter : text) {
    if (static_cast<unsigned char>(letter) < ' ') letter = ' ';
  }
  return text;
}

/// Runs one test as a program's `main` would run, so that traps, the root region and signals mean what they mean there.
[[noreturn]] void run_here(int argc, char** argv, const Test& test) {
  class Entry final : public detail::EntryPoint {
   public:
    explicit Entry(const Test& test) : test_(test) {}
    Rest run(std::int64_t& status) override {
      const Rest rest = test_.body().rest();
      if (rest.raised()) {
        std::fflush(stdout);
        detail::report_line(std::string(test_.file) + ":" + std::to_string(test_.line) + ": a `" + rest.error()->type_name() +
                            "` left the test and nothing handled it");
      }
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

bool run_in_process(char** argv, std::size_t number) {
  std::fflush(stdout);
  const std::string which = std::to_string(number);
  const pid_t child = fork();
  if (child < 0) detail::fatal("the process of a test cannot be started");
  if (child == 0) {
    // What a test prints would stand between the runner's lines; both go to the places they were sent to.
    execl("/proc/self/exe", argv[0], std::string(run_one_option).c_str(), which.c_str(), nullptr);
    _exit(misuse_status);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == passed_status;
}

}  // namespace

int run_tests(int argc, char** argv, const std::vector<Test>& tests) {
  if (argc == 3 && run_one_option == argv[1]) {
    const unsigned long number = std::strtoul(argv[2], nullptr, 10);
    if (number >= tests.size()) return misuse_status;
    run_here(argc, argv, tests[number]);
  }
  const Wanted wanted = read_arguments(argc, argv);
  if (!wanted.valid) {
    std::fprintf(stderr, "usage: %s [--filter TEXT] [--list] [--number N]\n", argv[0]);
    return misuse_status;
  }
  int passed = 0;
  int failed = 0;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const Test& test = tests[i];
    if (!selects(wanted, test)) continue;
    if (wanted.list) {
      std::printf("%s\n", on_one_line(test.name).c_str());
      continue;
    }
    const bool ok = run_in_process(argv, i);
    std::printf("test %s ... %s\n", test.name, ok ? "ok" : "FAILED");
    if (!ok) std::printf("  at %s:%d\n", test.file, test.line);
    ++(ok ? passed : failed);
  }
  if (wanted.list) return passed_status;
  if (passed + failed == 0 && !wanted.filter.empty()) {
    std::fprintf(stderr, "no test has `%s` in its name\n", wanted.filter.c_str());
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? passed_status : failed_status;
}

namespace {

Rest note_failure(const char* file, int line, std::string_view what) {
  assertion_has_failed.store(true);
  std::fflush(stdout);
  detail::report_line(std::string(file) + ":" + std::to_string(line) + ": this does not hold: " + std::string(what));
  return stopped;
}

}  // namespace

Rest assertion_failed(const char* file, int line, const char* condition) { return note_failure(file, line, condition); }
Rest assertion_failed(const char* file, int line, const String& message) { return note_failure(file, line, message.view()); }

}  // namespace khora
