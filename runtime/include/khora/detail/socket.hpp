// Sockets whose operations wait on the fiber, not on its thread: concurrency.md 4.3.
#pragma once

#include <cstddef>
#include <cstdint>

namespace khora::detail {

/// What became of an operation on a socket.
struct SocketResult {
  enum class End : std::uint8_t {
    done,      // it completed; `value` says what came of it
    failed,    // the system refused it; `value` is the error's number
    given_up,  // it would have had to wait inside a change function of a fiber that is asked to stop (13.4)
    stopped,   // the fiber was asked to stop: its caller stops too
  };
  End end;
  std::int64_t value = 0;
};

// The descriptors must be non-blocking, and stay open while a fiber waits on them. Each operation first tries whether it can complete,
// whatever is asked of the fiber; only if it cannot does a stop end it. A stop is never answered as a failure or as fewer bytes.

/// Waits for a connection. `value` is its descriptor, which is non-blocking and closed on exec.
SocketResult accept_connection(int listener);
/// Waits for bytes. `value` is how many there are at `place`; 0 at the end.
SocketResult read_some(int socket, void* place, std::size_t room);
/// Writes all `count` bytes, waiting for room as often as needed. Some may have been sent when it does not complete.
SocketResult write_all(int socket, const void* bytes, std::size_t count);

}  // namespace khora::detail
