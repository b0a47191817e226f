// One function a command. Each answers the exit status: 0, or 1 when there were errors.
#pragma once

#include "driver/command_line.hpp"

namespace khora2cpp::driver {

int translate(const CommandLine& line);
int check(const CommandLine& line);
int build(const CommandLine& line);
int document(const CommandLine& line);
int explain(const CommandLine& line);

/// `run`, `test` and `bench` end by becoming another program, which must not happen on the pipeline's thread: they
/// answer what to start.
struct Launch {
  std::string program;
  std::string name;
  std::vector<std::string> arguments;
};
int prepare_run(const CommandLine& line, Launch& launch);
int prepare_blocks(const CommandLine& line, Launch& launch);

}  // namespace khora2cpp::driver
