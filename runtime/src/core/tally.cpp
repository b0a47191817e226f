#include "core/tally.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>

#include "khora/count.hpp"
#include "khora/detail/spin_lock.hpp"

namespace khora::detail {
namespace {

// What one thread adds may be taken off by another one; only the sum over all threads means anything.
struct Part {
  std::array<std::atomic<std::int64_t>, 4> numbers{};
  Part* next = nullptr;       // of all; never changes once the part is among them
  Part* next_free = nullptr;  // of those whose thread has ended
};

std::atomic<Part*> all_parts{nullptr};
SpinLock free_lock;
Part* first_free = nullptr;

Part& new_part() {
  {
    const std::scoped_lock lock(free_lock);
    if (Part* part = first_free) {
      first_free = part->next_free;
      return *part;
    }
  }
  auto* part = new Part;
  part->next = all_parts.load(std::memory_order_relaxed);
  while (!all_parts.compare_exchange_weak(part->next, part, std::memory_order_release)) {
  }
  return *part;
}

void free_part(Part& part) {
  const std::scoped_lock lock(free_lock);
  part.next_free = first_free;
  first_free = &part;
}

constinit thread_local Part* own_part = nullptr;

// Hands the part of an ending thread to the next new thread. A thread that counts something even later takes another one.
struct PartReturn {
  bool armed = false;
  ~PartReturn() {
    if (own_part != nullptr) free_part(*own_part);
    own_part = nullptr;
  }
};
thread_local PartReturn part_return;

KHORA_DETAIL_COLD Part& first_part() {
  part_return.armed = true;  // its destructor now runs when the thread ends
  own_part = &new_part();
  return *own_part;
}

}  // namespace

// Not inlined anywhere, so that no address of a thread-local is kept across a wait.
KHORA_DETAIL_NOINLINE void tally(Tallied what, std::int64_t change) noexcept {
  Part& part = own_part != nullptr ? *own_part : first_part();
  std::atomic<std::int64_t>& number = part.numbers[static_cast<std::size_t>(what)];
  number.store(number.load(std::memory_order_relaxed) + change, std::memory_order_release);
}

std::int64_t tallied(Tallied what) noexcept {
  std::int64_t sum = 0;
  for (Part* part = all_parts.load(std::memory_order_acquire); part != nullptr; part = part->next) {
    sum += part->numbers[static_cast<std::size_t>(what)].load(std::memory_order_acquire);
  }
  return sum;
}

}  // namespace khora::detail
