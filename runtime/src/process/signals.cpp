#include "process/signals.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "khora/trap.hpp"

namespace khora::detail {
namespace {

sigset_t watched() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  return set;
}

void* watch(void* argument) {
  auto& root = *static_cast<FiberState*>(argument);
  const sigset_t set = watched();
  int number = 0;
  while (sigwait(&set, &number) != 0) {
  }
  request_stop(root, StopLevel::canceled);
  while (sigwait(&set, &number) != 0) {
  }
  // The second one kills, really by that signal.
  struct sigaction standard = {};
  standard.sa_handler = SIG_DFL;
  sigaction(number, &standard, nullptr);
  unblock_signals();
  kill(getpid(), number);
  for (;;) pause();
}

}  // namespace

void watch_signals(FiberState& root) {
  const sigset_t set = watched();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  const int error = pthread_create(&thread, &attributes, &watch, &root);
  pthread_attr_destroy(&attributes);
  if (error == 0) return;
  unblock_signals();
  report_line("khora: the thread that watches for signals cannot be started, so a signal ends this program at once");
}

void unblock_signals() {
  const sigset_t set = watched();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace khora::detail
