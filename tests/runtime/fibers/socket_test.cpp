// Sockets: concurrency.md 4.2, 4.3, 13.4, over the loopback interface. The simulated backend does not talk to the world.
#include "khora/detail/socket.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>

#include "everything.hpp"

using namespace khora_test;
using khora::detail::SocketResult;
using End = khora::detail::SocketResult::End;

namespace {

/// A descriptor that its last holder closes.
class Socket {
 public:
  explicit Socket(int descriptor) : descriptor_(std::make_shared<Closer>(descriptor)) {}
  int get() const { return descriptor_->descriptor; }

 private:
  struct Closer {
    explicit Closer(int number) : descriptor(number) {}
    Closer(const Closer&) = delete;
    Closer& operator=(const Closer&) = delete;
    ~Closer() { close(descriptor); }
    const int descriptor;
  };
  std::shared_ptr<Closer> descriptor_;
};

/// A listener on the loopback interface; port 0 lets the system choose. Nothing makes it share a port that is taken.
int listen_on(std::uint16_t port) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  if (bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0 || listen(listener, 64) != 0) {
    close(listener);
    return -errno;
  }
  return listener;
}
std::uint16_t port_of(int listener) {
  sockaddr_in address{};
  socklen_t length = sizeof(address);
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length);
  return ntohs(address.sin_port);
}
Socket connect_to(std::uint16_t port) {
  const int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  if (connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) return Socket(-1);
  // Connecting has waited for nobody but the system; from here on fibers wait.
  timeval none{};
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &none, sizeof(none));
  return Socket(connection);
}

struct Ends {
  Socket here;
  Socket there;
};
Ends connected() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0) std::abort();
  return {Socket(ends[0]), Socket(ends[1])};
}

/// What a function of the library does with a result: stop, or hand it to the program.
Tagged<Int> answer(const SocketResult& result) {
  if (result.end == End::stopped) return stopped;
  return result.end == End::done ? Int(result.value) : Int(-1);
}

Tagged<Int> read_one(const Socket& socket) {
  char byte = 0;
  return answer(khora::detail::read_some(socket.get(), &byte, 1));
}

}  // namespace

TEST_CASE("[c96] a parked accept is woken by a cancel, and its port can be bound again", "[socket]") {
  repeat(20, [](int) {
    std::uint16_t port = 0;
    {
      auto listener = std::make_unique<Socket>(listen_on(0));
      port = port_of(listener->get());
      std::atomic<bool> went_on{false};
      const auto server = Fiber<Int>::spawn([held = *listener, &went_on]() -> Tagged<Int> {
        Int connection;
        if (const Rest rest = answer(khora::detail::accept_connection(held.get())).to(connection)) return rest;
        went_on = true;
        return connection;
      });
      listener.reset();  // the fiber holds it alone
      until_waiting(server);
      Fiber<Int>::cancel(server);
      REQUIRE(Fiber<Int>::wait(server).answered());
      REQUIRE(Fiber<Int>::canceled(server));
      REQUIRE(!went_on);
    }
    const int again = listen_on(port);
    REQUIRE(again >= 0);
    close(again);
  });
}

TEST_CASE("[c97] a read canceled while it waits stops the fiber and is not seen as a failed read", "[socket]") {
  repeat(20, [](int) {
    const Ends ends = connected();
    std::atomic<bool> went_on{false};
    const auto reader = Fiber<Int>::spawn([socket = ends.here, &went_on]() -> Tagged<Int> {
      Int length;
      if (const Rest rest = read_one(socket).to(length)) return rest;
      went_on = true;
      return length;
    });
    until_waiting(reader);
    Fiber<Int>::cancel(reader);
    REQUIRE(Fiber<Int>::wait(reader).answered());
    REQUIRE(Fiber<Int>::canceled(reader));
    REQUIRE(!went_on);
    // Nothing was taken, and the socket still serves.
    REQUIRE(write(ends.there.get(), "x", 1) == 1);
    const auto next = Fiber<Int>::spawn([socket = ends.here] { return read_one(socket); });
    REQUIRE(Fiber<Int>::join(next).answer() == 1);
  });
}

TEST_CASE("an operation that can complete does, whatever is asked of its fiber", "[socket]") {
  repeat(20, [](int) {
    const Ends ends = connected();
    const Socket listener(listen_on(0));
    const Socket client = connect_to(port_of(listener.get()));
    REQUIRE(write(ends.there.get(), "x", 1) == 1);
    std::atomic<bool> canceled{false};
    std::atomic<int> completed{0};
    const auto fiber = Fiber<Int>::spawn([&]() -> Tagged<Int> {
      while (!canceled) let_others_run();
      if (khora::detail::write_all(ends.here.get(), "y", 1).end == End::done) ++completed;
      char byte = 0;
      if (khora::detail::read_some(ends.here.get(), &byte, 1).value == 1) ++completed;
      const SocketResult accepted = khora::detail::accept_connection(listener.get());
      if (accepted.end == End::done) ++completed;
      close(static_cast<int>(accepted.value));
      return read_one(ends.here);
    });
    Fiber<Int>::cancel(fiber);
    canceled = true;
    REQUIRE(Fiber<Int>::wait(fiber).answered());
    REQUIRE(completed == 3);
    REQUIRE(Fiber<Int>::canceled(fiber));
  });
}

TEST_CASE("inside a change function a wait on a socket is given up", "[socket]") {
  repeat(20, [](int) {
    const Ends ends = connected();
    const auto cell = Shared<Int>::of(1);
    std::atomic<bool> canceled{false};
    std::atomic<bool> went_on{false};
    const auto fiber = Fiber<Int>::spawn([&]() -> Tagged<Int> {
      while (!canceled) let_others_run();
      const auto changed = Shared<Int>::update(cell, [&](Int) -> Tagged<Int> { return read_one(ends.here); });
      if (changed.rest()) return changed.rest();
      went_on = true;
      return Int(0);
    });
    Fiber<Int>::cancel(fiber);
    canceled = true;
    REQUIRE(Fiber<Int>::wait(fiber).answered());
    REQUIRE(Fiber<Int>::canceled(fiber));
    REQUIRE(!went_on);
    REQUIRE(Shared<Int>::get(cell) == -1);
  });
}

TEST_CASE("many fibers wait for sockets at once", "[socket]") {
  constexpr int clients = 40;
  repeat(5, [](int) {
    const Socket listener(listen_on(0));
    const std::uint16_t port = port_of(listener.get());
    // Two that accept from one listener, and one fiber for each connection.
    std::vector<Fiber<Int>> acceptors;
    for (int i = 0; i < 2; ++i) {
      acceptors.push_back(Fiber<Int>::spawn([listener]() -> Tagged<Int> {
        std::vector<Fiber<Int>> echoes;
        for (int k = 0; k < clients / 2; ++k) {
          Int connection;
          if (const Rest rest = answer(khora::detail::accept_connection(listener.get())).to(connection)) return rest;
          echoes.push_back(Fiber<Int>::spawn([socket = Socket(static_cast<int>(connection.raw()))]() -> Tagged<Int> {
            char text[16];
            Int length;
            if (const Rest rest = answer(khora::detail::read_some(socket.get(), text, sizeof(text))).to(length)) return rest;
            return answer(khora::detail::write_all(socket.get(), text, static_cast<std::size_t>(length.raw())));
          }));
        }
        for (const auto& echo : echoes) {
          if (const Rest rest = Fiber<Int>::join(echo).rest()) return rest;
        }
        return Int(0);
      }));
    }
    std::vector<Socket> connections;
    for (int i = 0; i < clients; ++i) connections.push_back(connect_to(port));
    for (int i = clients; i-- > 0;) REQUIRE(write(connections[static_cast<std::size_t>(i)].get(), "hello", 5) == 5);
    for (const auto& acceptor : acceptors) REQUIRE(Fiber<Int>::join(acceptor).answered());
    for (const Socket& connection : connections) {
      char text[16];
      REQUIRE(read(connection.get(), text, sizeof(text)) == 5);
    }
  });
}

TEST_CASE("a long write waits for room, and a broken connection is a failure", "[socket]") {
  repeat(5, [](int) {
    constexpr std::size_t count = 4 << 20;
    Ends ends = connected();
    const auto writer = Fiber<Int>::spawn([socket = ends.here] {
      const std::string bytes(count, 'b');
      return answer(khora::detail::write_all(socket.get(), bytes.data(), bytes.size()));
    });
    const auto reader = Fiber<Int>::spawn([socket = ends.there]() -> Tagged<Int> {
      std::string place(4096, ' ');
      std::size_t all = 0;
      while (all < count) {
        Int length;
        if (const Rest rest = answer(khora::detail::read_some(socket.get(), place.data(), place.size())).to(length)) return rest;
        if (length < 1) break;
        all += static_cast<std::size_t>(length.raw());
      }
      return Int(static_cast<std::int64_t>(all));
    });
    REQUIRE(Fiber<Int>::join(writer).answer() == Int(count));
    REQUIRE(Fiber<Int>::join(reader).answer() == Int(count));

    const auto last = Fiber<Int>::spawn([socket = ends.here] { return read_one(socket); });
    until_waiting(last);
    shutdown(ends.there.get(), SHUT_RDWR);
    REQUIRE(Fiber<Int>::join(last).answer() == 0);
    const SocketResult broken = khora::detail::write_all(ends.here.get(), "x", 1);
    REQUIRE(broken.end == End::failed);
    REQUIRE(broken.value == EPIPE);
  });
}
