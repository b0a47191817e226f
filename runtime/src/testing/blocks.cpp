#include "testing/blocks.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "khora/trap.hpp"

namespace khora::testing {
namespace {

constexpr const char* number_option = "--number";
constexpr const char* answer_option = "--answer-to";

/// What the command line says.
struct Wanted {
  std::string filter;   ///< part of the name of the blocks to run
  bool list = false;    ///< only name them
  long number = -1;     ///< run this one in this very process; negative: none. The runner starts itself so for each, and CTest does
  int answer_to = -1;
};

/// A name may hold anything; in a list each stands on a line of its own.
std::string on_one_line(std::string_view name) {
  std::string text(name);
  for (char& letter : text) {
    if (static_cast<unsigned char>(letter) < ' ') letter = ' ';
  }
  return text;
}

bool read_number(const char* text, long& number) {
  char* end = nullptr;
  number = std::strtol(text, &end, 10);
  return end != text && *end == '\0' && number >= 0;
}

/// Reads it. Where it cannot be understood it says so on standard error and answers false.
bool read_arguments(int argc, char** argv, std::size_t count, Wanted& wanted) {
  bool valid = true;
  for (int i = 1; i < argc && valid; ++i) {
    const std::string_view argument = argv[i];
    long number = 0;
    if (argument == "--list") {
      wanted.list = true;
    } else if (i + 1 == argc) {
      valid = false;
    } else if (argument == "--filter") {
      wanted.filter = argv[++i];
    } else if (argument == number_option) {
      valid = read_number(argv[++i], wanted.number) && static_cast<std::size_t>(wanted.number) < count;
    } else if (argument == answer_option) {
      valid = read_number(argv[++i], number);
      wanted.answer_to = static_cast<int>(number);
    } else {
      valid = false;
    }
  }
  if (!valid) std::fprintf(stderr, "usage: %s [--filter TEXT] [--list] [--number N]\n", argv[0]);
  return valid;
}

bool selects(const Wanted& wanted, const Test& block) { return std::string_view(block.name).find(wanted.filter) != std::string_view::npos; }

}  // namespace

bool run_in_process(char** argv, std::size_t number, int answer_to) {
  std::fflush(stdout);
  const std::string which = std::to_string(number);
  const std::string place = std::to_string(answer_to);
  const pid_t child = fork();
  if (child < 0) detail::fatal("the process of a test cannot be started");
  if (child == 0) {
    // What a test prints would stand between the runner's lines; both go to the places they were sent to.
    const bool answers = answer_to >= 0;
    execl("/proc/self/exe", argv[0], number_option, which.c_str(), answers ? answer_option : nullptr, place.c_str(), nullptr);
    _exit(misuse_status);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == passed_status;
}

void report_error(const Test& block, const char* kind, const detail::ErrorBase& error) {
  std::fflush(stdout);
  detail::report_line(std::string(block.file) + ":" + std::to_string(block.line) + ": a `" + error.type_name() + "` left the " + kind +
                      " and nothing handled it");
}

int run_blocks(int argc, char** argv, const std::vector<Test>& blocks, const Runner& runner) {
  Wanted wanted;
  if (!read_arguments(argc, argv, blocks.size(), wanted)) return misuse_status;
  if (wanted.number >= 0) runner.run_here(argc, argv, blocks[static_cast<std::size_t>(wanted.number)], wanted.answer_to);
  int done = 0;
  int failed = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Test& block = blocks[i];
    if (!selects(wanted, block)) continue;
    if (wanted.list) {
      std::printf("%s\n", on_one_line(block.name).c_str());
      continue;
    }
    const std::string said = runner.run(argv, i);
    std::printf("%s %s ... %s\n", runner.kind, block.name, said.empty() ? "FAILED" : said.c_str());
    if (said.empty()) std::printf("  at %s:%d\n", block.file, block.line);
    ++(said.empty() ? failed : done);
  }
  if (wanted.list) return passed_status;
  if (done + failed == 0 && !wanted.filter.empty()) {
    std::fprintf(stderr, "no %s has `%s` in its name\n", runner.kind, wanted.filter.c_str());
  }
  std::printf("%d %s, %d failed\n", done, runner.done, failed);
  return failed == 0 ? passed_status : failed_status;
}

}  // namespace khora::testing
