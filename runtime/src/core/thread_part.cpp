#include "core/thread_part.hpp"

#include <mutex>

#include "khora/detail/spin_lock.hpp"

namespace khora::detail {

constinit thread_local ThreadPart* own_part = nullptr;

namespace {

std::atomic<ThreadPart*> all_parts{nullptr};
SpinLock free_lock;
ThreadPart* first_free = nullptr;

ThreadPart& new_part() {
  {
    const std::scoped_lock lock(free_lock);
    if (ThreadPart* part = first_free) {
      first_free = part->next_free;
      return *part;
    }
  }
  auto* part = new ThreadPart;
  part->next = all_parts.load(std::memory_order_relaxed);
  while (!all_parts.compare_exchange_weak(part->next, part, std::memory_order_release)) {
  }
  return *part;
}

// Hands the part of an ending thread to the next new thread. A thread that needs one even later takes another one.
struct PartReturn {
  bool armed = false;
  ~PartReturn() {
    if (own_part == nullptr) return;
    ThreadPart& part = *own_part;
    own_part = nullptr;
    pass_on_blocks(part);
    const std::scoped_lock lock(free_lock);
    part.next_free = first_free;
    first_free = &part;
  }
};
thread_local PartReturn part_return;

}  // namespace

KHORA_DETAIL_COLD ThreadPart& first_part() {
  part_return.armed = true;  // its destructor now runs when the thread ends
  own_part = &new_part();
  return *own_part;
}

ThreadPart* all_thread_parts() { return all_parts.load(std::memory_order_acquire); }

}  // namespace khora::detail
