#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "backend/backend.hpp"
#include "context/overflow.hpp"
#include "khora/detail/fiber_handle.hpp"
#include "khora/detail/region_core.hpp"
#include "khora/program.hpp"
#include "khora/trap.hpp"
#include "process/signals.hpp"

namespace khora::detail {
namespace {

constexpr int error_status = 1;
constexpr int canceled_status = 130;

Arguments arguments;

class RootFiber final : public FiberState {
 public:
  RootFiber() : FiberState(FiberKind::root) {}

 private:
  Rest run_body() override { return Rest(); }
};

struct Program {
  EntryPoint& entry;
  RootFiber& root;
};

/// Ends the process. Fibers that were detached and still run do not delay it, and nothing may be pulled from under them.
[[noreturn]] void end_process(int status) {
  claim_the_end(LastAct::exit);  // a trap elsewhere that is being reported is the end
  // What was printed and reached nobody is no success.
  const bool lost = std::ferror(stdout) != 0;
  if (std::fflush(stdout) != 0 || lost) {
    const std::string reason = lost ? std::string() : std::string(": ") + std::strerror(errno);
    report_line("khora: what was printed could not all be written to standard output" + reason);
    if (status == 0) status = error_status;
  }
  std::fflush(stderr);
  if (running_fibers() > 0) _exit(status);
  std::exit(status);
}

void run(void* argument) {
  auto& program = *static_cast<Program*>(argument);
  std::int64_t answer = 0;
  const Rest rest = program.entry.run(answer);
  RegionState::end_root();
  int status = static_cast<int>(answer & 0xff);
  if (rest.raised()) {
    std::fflush(stdout);
    report_line(std::string("khora: `") + rest.error()->type_name() +
                "` reached the entry point and nothing handled it\n"
                "note: `main` has nowhere to hand an error; catch it there");
    rest.drop();
    status = error_status;
  } else if (rest.stopped() || program.root.level() != StopLevel::none) {
    status = canceled_status;
  }
  program.root.finish(Rest());
  end_process(status);
}

}  // namespace

Arguments program_arguments() { return arguments; }

void run_program(int argc, char** argv, EntryPoint& entry, bool can_stop) {
  arguments = Arguments{argc, argv};
  install_overflow_handler();
  RootFiber& root = *new RootFiber;  // the signal watcher may look at it until the process has ended
  if (can_stop) watch_signals(root);
  Program program{entry, root};
  backend().run_root(root, &run, &program);
  unreachable();
}

}  // namespace khora::detail
