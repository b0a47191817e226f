// Tests of traps: the expression runs in a child process, whose standard error and exit status are looked at.
#pragma once

#include <functional>
#include <string>

struct Ended {
  int status;
  std::string error_output;
};

/// How a process ends that runs `body`, which is expected not to come back; status 0 when it does.
Ended end_of(const std::function<void()>& body);

/// The first line that a trap in `body` writes, without `khora: `; empty when there was none with status 134.
std::string trap_of(const std::function<void()>& body);
