#include "core/tally.hpp"

#include <array>
#include <atomic>
#include <cstddef>

#include "khora/count.hpp"

namespace khora::detail {
namespace {

// What one thread adds may be taken off by another one; only the sum over all threads means anything.
struct Part {
  std::array<std::atomic<std::int64_t>, 4> numbers{};
  std::atomic<bool> used{true};
  Part* next = nullptr;
};

std::atomic<Part*> all_parts{nullptr};

Part& new_part() {
  for (Part* part = all_parts.load(std::memory_order_acquire); part != nullptr; part = part->next) {
    if (!part->used.exchange(true, std::memory_order_acq_rel)) return *part;
  }
  auto* part = new Part;
  part->next = all_parts.load(std::memory_order_relaxed);
  while (!all_parts.compare_exchange_weak(part->next, part, std::memory_order_release)) {
  }
  return *part;
}

constinit thread_local Part* own_part = nullptr;

// Hands the part of an ending thread to the next new thread. A thread that counts something even later takes another one.
struct PartReturn {
  bool armed = false;
  ~PartReturn() {
    if (own_part != nullptr) own_part->used.store(false, std::memory_order_release);
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
