// What the generated `int main` of a program of tests or of benches calls.
#pragma once

#include <functional>
#include <vector>

#include "khora/tagged.hpp"

namespace khora {

class String;

/// One `test` or `bench` block.
struct Test {
  const char* name;
  const char* file;
  int line;
  std::function<Tagged<Unit>()> body;

  /// `f` may be plain or tagged.
  template <class F>
  Test(const char* test_name, const char* test_file, int test_line, F f)
      : name(test_name), file(test_file), line(test_line), body([f] { return tagged_unit(f); }) {}

 private:
  template <class F>
  static Tagged<Unit> tagged_unit(const F& f) {
    return call(f).rest();
  }
};

/// Runs the tests, each in a process of its own, and answers the exit status: 0 if all passed, 1 if not, 2 for misuse.
/// `--filter TEXT` runs those whose name contains the text, `--list` names all, a line each, and `--number N` runs the one that is
/// named in line N of those, counted from 0, in this process.
int run_tests(int argc, char** argv, const std::vector<Test>& tests);

/// Measures the benches, each in a process of its own, and answers the exit status: 0, 1 if one failed, 2 for misuse. The options are those of
/// `run_tests`. What is written for a bench is the time that one run of its block takes: the median of many samples, the fastest and the
/// slowest.
int run_benches(int argc, char** argv, const std::vector<Test>& benches);

/// Notes a failed `assert`. The test stops there.
Rest assertion_failed(const char* file, int line, const char* condition);
/// Notes a failed `assert_that`.
Rest assertion_failed(const char* file, int line, const String& message);

}  // namespace khora
