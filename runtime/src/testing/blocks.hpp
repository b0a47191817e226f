// What the runners of tests and of benches have in common: which blocks are asked for, and a process for each. Internal to testing/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "khora/testing.hpp"

namespace khora::testing {

inline constexpr int passed_status = 0;
inline constexpr int failed_status = 1;
inline constexpr int misuse_status = 2;

/// What the command line of a program of blocks says.
struct Wanted {
  std::string filter;        ///< part of the name of the blocks to run
  bool list = false;         ///< only name them
  long number = -1;          ///< run this one in this very process; negative: none. The runner starts itself so for each, and CTest does
  int answer_to = -1;        ///< where a bench that runs in a process of its own writes what it measured; negative: standard output
};

/// Reads it. Where it cannot be understood it says so on standard error and answers false.
bool read_arguments(int argc, char** argv, std::size_t count, Wanted& wanted);
bool selects(const Wanted& wanted, const Test& block);
/// Names the blocks that are asked for on standard output, a line each.
void list(const Wanted& wanted, const std::vector<Test>& blocks);
/// Runs one block in a process of its own and waits for it. False when it failed. `answer_to` is as in `Wanted`.
bool run_in_process(char** argv, std::size_t number, int answer_to);
/// Says on standard error which error left the block.
void report_error(const Test& block, const char* kind, const detail::ErrorBase& error);
/// Says so where a filter fits no block.
void note_no_match(const Wanted& wanted, const char* kind);
/// Whether an `assert` has failed in this process.
bool assertion_has_failed();

}  // namespace khora::testing
