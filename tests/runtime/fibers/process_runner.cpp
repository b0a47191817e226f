#include "process_runner.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <map>

namespace khora_test {
namespace {

std::map<std::string, std::function<int(int, char**)>>& programs() {
  static std::map<std::string, std::function<int(int, char**)>> all;
  return all;
}

}  // namespace

Program::Program(const char* name, std::function<int(int, char**)> main) { programs()[name] = std::move(main); }

int run_program(const std::string& name, int argc, char** argv) { return programs().at(name)(argc, argv); }

ProcessOutcome run_process(const std::string& name, const Watch& watch) {
  int out[2];
  int err[2];
  if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) std::abort();
  const pid_t child = fork();
  if (child == 0) {
    dup2(out[1], STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    unsetenv("KHORA_BACKTRACE");
    unsetenv("RUST_BACKTRACE");
    const auto equals = watch.environment.find('=');
    if (equals != std::string::npos) {
      setenv(watch.environment.substr(0, equals).c_str(), watch.environment.substr(equals + 1).c_str(), 1);
    }
    execl("/proc/self/exe", "runtime_tests", "--program", name.c_str(), nullptr);
    _exit(127);
  }
  close(out[1]);
  close(err[1]);
  ProcessOutcome outcome;
  std::size_t sent = 0;
  pollfd places[2] = {{out[0], POLLIN, 0}, {err[0], POLLIN, 0}};
  int open = 2;
  while (open > 0) {
    poll(places, 2, -1);
    for (int i = 0; i < 2; ++i) {
      if ((places[i].revents & (POLLIN | POLLHUP)) == 0) continue;
      char text[4096];
      const ssize_t length = read(places[i].fd, text, sizeof(text));
      if (length <= 0) {
        close(places[i].fd);
        places[i].fd = -1;
        --open;
        continue;
      }
      (i == 0 ? outcome.out : outcome.err).append(text, static_cast<std::size_t>(length));
    }
    std::size_t ready = 0;
    for (std::size_t at = 0; (at = outcome.out.find("ready", at)) != std::string::npos; ++at) ++ready;
    while (sent < watch.signals.size() && sent < ready) kill(child, watch.signals[sent++]);
  }
  int status = 0;
  waitpid(child, &status, 0);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return outcome;
}

}  // namespace khora_test
