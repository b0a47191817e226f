// What the runners of tests and of benches have in common: which blocks are asked for, and a process for each. Internal to testing/.
#pragma once

#include <string>
#include <vector>

#include "khora/testing.hpp"

namespace khora::testing {

inline constexpr int passed_status = 0;
inline constexpr int failed_status = 1;
inline constexpr int misuse_status = 2;

/// What a runner does with its blocks.
struct Runner {
  const char* kind;  ///< `test`
  const char* done;  ///< what the last line calls those that did not fail: `passed`
  /// Runs one block in this very process, which ends with it. Its answer goes to the file descriptor; negative: standard output.
  void (*run_here)(int argc, char** argv, const Test& block, int answer_to);
  /// Runs the block with the number in a process of its own. What is said of it; empty: it failed.
  std::string (*run)(char** argv, std::size_t number);
};

/// The `int main` of a program of blocks. Answers the exit status: 0, 1 when one failed, 2 for misuse.
int run_blocks(int argc, char** argv, const std::vector<Test>& blocks, const Runner& runner);

/// Runs one block in a process of its own and waits for it. False when it failed. `answer_to` is handed to `run_here`.
bool run_in_process(char** argv, std::size_t number, int answer_to);

/// Says on standard error which error left the block.
void report_error(const Test& block, const char* kind, const detail::ErrorBase& error);

}  // namespace khora::testing
