// Running a small program in a process of its own, to see what it prints and how it ends.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace khora_test {

/// Registers a program that `run_process` can start by its name.
struct Program {
  Program(const char* name, std::function<int(int, char**)> main);
};

/// Runs the registered program. For `main` only.
int run_program(const std::string& name, int argc, char** argv);

struct ProcessOutcome {
  int status = 0;     // of an ordinary exit, else -1
  int signal = 0;     // that killed it, else 0
  std::string out;
  std::string err;
};

/// How a started program is watched. `signals` are sent one by one, each when the program has written the next `ready` to standard
/// output.
struct Watch {
  std::string environment;  // NAME=VALUE, added to this process's own
  std::vector<int> signals;
};

ProcessOutcome run_process(const std::string& name, const Watch& watch = {});

}  // namespace khora_test
