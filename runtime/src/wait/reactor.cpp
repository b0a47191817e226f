#include "wait/reactor.hpp"

#include <sys/epoll.h>

#include <mutex>
#include <unordered_map>
#include <vector>

#include "backend/service_thread.hpp"
#include "khora/trap.hpp"

namespace khora::detail {
namespace {

class Reactor {
 public:
  Reactor() : epoll_(epoll_create1(EPOLL_CLOEXEC)) {
    if (epoll_ < 0) fatal("the system cannot watch sockets");
    if (!start_service_thread(&Reactor::main, this)) fatal("the thread that watches sockets cannot be started");
  }

  bool wait(FiberState& self, int descriptor, Readiness needed) {
    const Interest interest = self.interest(/*answers_when_pinned=*/true);
    WaitNode node(self);
    std::unique_lock lock(mutex_);
    node.epoch = self.wait_cell().begin(interest);
    if (self.reaches(interest)) return false;
    Watched& watched = watched_[descriptor];
    WaitQueue& queue = needed == Readiness::readable ? watched.readers : watched.writers;
    queue.push(node);
    arm(descriptor, watched);
    lock.unlock();
    const WakeReason reason = self.park();
    lock.lock();
    if (node.queued) {  // then it is still watched
      queue.remove(node);
      forget_if_unused(descriptor);
    }
    return reason != WakeReason::stop;
  }

 private:
  /// The fibers that wait for one descriptor. It is watched as long as there is one; each report is asked for anew.
  struct Watched {
    WaitQueue readers;
    WaitQueue writers;
    bool registered = false;
  };

  /// With mutex_ held.
  void arm(int descriptor, Watched& watched) {
    epoll_event event{};
    event.events = EPOLLONESHOT | (watched.readers.empty() ? 0u : EPOLLIN | EPOLLRDHUP) | (watched.writers.empty() ? 0u : EPOLLOUT);
    event.data.fd = descriptor;
    if (epoll_ctl(epoll_, watched.registered ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, &event) != 0) {
      fatal("the system cannot watch another socket");
    }
    watched.registered = true;
  }
  /// With mutex_ held.
  void forget_if_unused(int descriptor) {
    const auto found = watched_.find(descriptor);
    if (!found->second.readers.empty() || !found->second.writers.empty()) return;
    epoll_ctl(epoll_, EPOLL_CTL_DEL, descriptor, nullptr);
    watched_.erase(found);
  }

  /// Wakes whoever waits for one of `events`. All who wait for the same try again.
  void report(int descriptor, std::uint32_t events) {
    std::vector<Woken> woken;
    {
      const std::scoped_lock lock(mutex_);
      const auto found = watched_.find(descriptor);
      if (found == watched_.end()) return;  // they have given up meanwhile
      const bool broken = (events & (EPOLLHUP | EPOLLERR)) != 0;
      if (broken || (events & (EPOLLIN | EPOLLRDHUP)) != 0) wake_all(found->second.readers, woken);
      if (broken || (events & EPOLLOUT) != 0) wake_all(found->second.writers, woken);
      if (!found->second.readers.empty() || !found->second.writers.empty()) arm(descriptor, found->second);
      forget_if_unused(descriptor);
    }
    for (Woken& one : woken) one.resume();
  }
  static void wake_all(WaitQueue& queue, std::vector<Woken>& woken) {
    Woken one;
    while (queue.wake_one(one) != nullptr) woken.push_back(one);
  }

  static void* main(void* place) {
    auto* self = static_cast<Reactor*>(place);
    for (;;) {
      epoll_event events[64];
      const int count = epoll_wait(self->epoll_, events, 64, -1);
      for (int i = 0; i < count; ++i) self->report(events[i].data.fd, events[i].events);
    }
  }

  const int epoll_;
  std::mutex mutex_;  // guards what follows; never held while a fiber is resumed
  std::unordered_map<int, Watched> watched_;
};

Reactor& reactor() {
  static Reactor& instance = *new Reactor;
  return instance;
}

}  // namespace

bool wait_for(int descriptor, Readiness needed) { return reactor().wait(current_fiber(), descriptor, needed); }

}  // namespace khora::detail
