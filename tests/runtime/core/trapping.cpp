#include "trapping.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

Ended end_of(const std::function<void()>& body) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const pid_t child = fork();
  if (child < 0) std::abort();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    body();
    _exit(0);
  }
  close(ends[1]);
  Ended ended{0, {}};
  char buffer[512];
  for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;) {
    ended.error_output.append(buffer, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ended;
}

std::string trap_of(const std::function<void()>& body) {
  const Ended ended = end_of(body);
  const std::string prefix = "khora: ";
  if (ended.status != 134 || ended.error_output.rfind(prefix, 0) != 0) return {};
  const std::size_t line_end = ended.error_output.find('\n');
  return ended.error_output.substr(prefix.size(), line_end - prefix.size());
}
