// Other programs (std-io.md): the functions that std/process.kh declares without a body. A program is started and waited for on the
// blocking pool; what that needs is copied before, because the pool's threads are not fibers.
#include "khora/process.hpp"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "khora/detail/blocking.hpp"
#include "khora/native/array.hpp"
#include "khora/native/list.hpp"

extern char** environ;

namespace khora::process {
namespace {

using Command = std::vector<std::string>;

/// How a program ended. Its status means nothing when it was not started.
struct Ended {
  bool started = false;
  int status = 0;
  std::string output;
};

/// The signals that this process handles itself mean in a new program what they mean anywhere.
class Attributes {
 public:
  Attributes() {
    posix_spawnattr_init(&attributes_);
    sigset_t none, standard;
    sigemptyset(&none);
    sigemptyset(&standard);
    sigaddset(&standard, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &standard);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

/// A standard output that is the writing end of a pipe.
class Actions {
 public:
  Actions() { posix_spawn_file_actions_init(&actions_); }
  ~Actions() { posix_spawn_file_actions_destroy(&actions_); }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  void write_to(int end) { posix_spawn_file_actions_adddup2(&actions_, end, STDOUT_FILENO); }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

bool spawn(pid_t& child, const Command& command, const Actions& actions) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const Attributes attributes;
  return posix_spawnp(&child, words.front(), actions.get(), attributes.get(), words.data(), environ) == 0;
}

bool wait_for(pid_t child, int& status) {
  int state = 0;
  while (waitpid(child, &state, 0) < 0) {
    if (errno != EINTR) return false;
  }
  status = WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
  return true;
}

std::string read_all(int from) {
  std::string all;
  char buffer[65536];
  for (;;) {
    const ssize_t count = read(from, buffer, sizeof buffer);
    if (count > 0) all.append(buffer, static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return all;
  }
}

Ended run(const Command& command) {
  Ended ended;
  pid_t child = 0;
  ended.started = spawn(child, command, Actions()) && wait_for(child, ended.status);
  return ended;
}

Ended capture(const Command& command) {
  Ended ended;
  // Neither end is for programs that another fiber starts meanwhile.
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return ended;
  Actions actions;
  actions.write_to(ends[1]);
  pid_t child = 0;
  const bool started = spawn(child, command, actions);
  close(ends[1]);
  if (started) {
    ended.output = read_all(ends[0]);
    ended.started = wait_for(child, ended.status);
  }
  close(ends[0]);
  return ended;
}

/// Empty when a word holds a NUL, which no program can be given.
Command words_of(const String& program, const core::List<String>& arguments) {
  Command command{std::string(program.view())};
  for (const String& argument : arguments) command.emplace_back(argument.view());
  for (const std::string& word : command) {
    if (word.find('\0') != std::string::npos) return {};
  }
  return command;
}

Rest not_started(const String& command) { return raise(ProcessError(ProcessError::NotStarted{command})); }

template <class F>
Ended on_the_pool(F run_it, Command command) {
  // What was printed so far comes before what the program prints.
  std::fflush(stdout);
  return khora::detail::blocking([run_it, words = std::move(command)] { return run_it(words); });
}

Tagged<Completed> completed(const Ended& ended, const String& command) {
  if (!ended.started) return not_started(command);
  if (!core::array_detail::is_utf8(reinterpret_cast<const unsigned char*>(ended.output.data()), ended.output.size())) {
    return raise(ProcessError(ProcessError::NotText{command}));
  }
  return Completed{Int(ended.status), String(std::string_view(ended.output))};
}

}  // namespace

Tagged<Int> run_program(const String& program, const core::List<String>& arguments) {
  Command command = words_of(program, arguments);
  if (command.empty()) return not_started(program);
  const Ended ended = on_the_pool(&run, std::move(command));
  if (!ended.started) return not_started(program);
  return Int(ended.status);
}

Tagged<Completed> capture_program(const String& program, const core::List<String>& arguments) {
  Command command = words_of(program, arguments);
  if (command.empty()) return not_started(program);
  return completed(on_the_pool(&capture, std::move(command)), program);
}

Tagged<Completed> capture_shell(const String& line) {
  if (line.view().find('\0') != std::string_view::npos) return not_started(line);
  return completed(on_the_pool(&capture, Command{"/bin/sh", "-c", std::string(line.view())}), line);
}

}  // namespace khora::process
