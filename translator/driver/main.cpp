// khora2cpp: reads the command line and runs one command.
//
// The stages recurse as deeply as the source nests, so they run on a thread of their own with a stack that no
// source the parser accepts can use up. The program of `run`, `test` and `bench` replaces the process afterwards, from
// the first thread.
#include <pthread.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <functional>
#include <optional>

#include "driver/command_line.hpp"
#include "driver/commands.hpp"
#include "driver/process.hpp"

namespace {

using namespace khora2cpp::driver;

void* call(void* work) {
  (*static_cast<std::function<void()>*>(work))();
  return nullptr;
}

/// Runs `work` with as much stack as the system grants, up to 1 GiB. Only what is used takes memory.
void with_large_stack(std::function<void()> work) {
  for (std::size_t size = std::size_t{1} << 30; size >= (std::size_t{8} << 20); size /= 4) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, size);
    pthread_t thread;
    const int problem = pthread_create(&thread, &attributes, &call, &work);
    pthread_attr_destroy(&attributes);
    if (problem == 0) {
      pthread_join(thread, nullptr);
      return;
    }
  }
  work();
}

int dispatch(const CommandLine& line, std::optional<Launch>& launch) {
  switch (line.action) {
    case Action::translate: return translate(line);
    case Action::check: return check(line);
    case Action::build: return build(line);
    case Action::doc: return document(line);
    case Action::explain: return explain(line);
    case Action::run: return prepare_run(line, launch.emplace());
    case Action::test:
    case Action::bench: return prepare_blocks(line, launch.emplace());
  }
  return 2;
}

/// An exception that comes this far is a mistake of ours; the user gets a sentence and no core dump.
int run_command(const CommandLine& line, std::optional<Launch>& launch) {
  try {
    return dispatch(line, launch);
  } catch (const std::exception& problem) {
    std::fprintf(stderr,
                 "khora2cpp: internal error: %s\n  hint: please report it with the source that causes it\n",
                 problem.what());
  }
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  int status = 0;
  const std::optional<CommandLine> line = parse_command_line(argc, argv, status);
  if (!line) return status;
  std::optional<Launch> launch;
  with_large_stack([&] { status = run_command(*line, launch); });
  // Another process may have trimmed the cache in between: then the program is made once more.
  for (int attempt = 0; attempt < 2 && status == 0 && launch; ++attempt) {
    const std::string problem = replace_process(launch->program, launch->name, launch->arguments);
    if (attempt > 0) {
      std::fprintf(stderr, "khora2cpp: cannot start %s: %s\n", launch->program.c_str(), problem.c_str());
      return 1;
    }
    with_large_stack([&] { status = run_command(*line, launch); });
  }
  return status;
}
