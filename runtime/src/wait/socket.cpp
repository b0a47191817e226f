#include "khora/detail/socket.hpp"

#include <sys/socket.h>

#include <cerrno>

#include "wait/reactor.hpp"

namespace khora::detail {
namespace {

// The system's answers, or minus the error's number. Never inlined: `errno` has a thread-local address, and the fiber may wait between
// two tries.
[[gnu::noinline]] std::int64_t try_accept(int listener) {
  const int connection = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  return connection >= 0 ? connection : -errno;
}
[[gnu::noinline]] std::int64_t try_read(int socket, void* place, std::size_t room) {
  const ssize_t length = recv(socket, place, room, 0);
  return length >= 0 ? length : -errno;
}
[[gnu::noinline]] std::int64_t try_write(int socket, const void* bytes, std::size_t count) {
  const ssize_t length = send(socket, bytes, count, MSG_NOSIGNAL);
  return length >= 0 ? length : -errno;
}

/// Tries until it completes, waiting for the socket in between.
template <class Try>
SocketResult complete(int socket, Readiness needed, Try attempt) {
  for (;;) {
    const std::int64_t answer = attempt();
    if (answer >= 0) return {SocketResult::End::done, answer};
    if (answer == -EINTR) continue;
    if (answer != -EAGAIN && answer != -EWOULDBLOCK) return {SocketResult::End::failed, -answer};
    if (wait_for(socket, needed)) continue;
    FiberState& self = current_fiber();
    if (self.pinned()) return {SocketResult::End::given_up};
    self.act_on_stop();
    return {SocketResult::End::stopped};
  }
}

}  // namespace

SocketResult accept_connection(int listener) {
  return complete(listener, Readiness::readable, [=] { return try_accept(listener); });
}

SocketResult read_some(int socket, void* place, std::size_t room) {
  return complete(socket, Readiness::readable, [=] { return try_read(socket, place, room); });
}

SocketResult write_all(int socket, const void* bytes, std::size_t count) {
  std::size_t written = 0;
  while (written < count) {
    const SocketResult result = complete(socket, Readiness::writable, [=] {
      return try_write(socket, static_cast<const char*>(bytes) + written, count - written);
    });
    if (result.end != SocketResult::End::done) return result;
    written += static_cast<std::size_t>(result.value);
  }
  return {SocketResult::End::done, static_cast<std::int64_t>(count)};
}

}  // namespace khora::detail
