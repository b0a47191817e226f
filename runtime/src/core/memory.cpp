#include "khora/memory.hpp"

#include <atomic>
#include <cstdlib>

#include "khora/count.hpp"
#include "khora/trap.hpp"

namespace khora::detail {
namespace {

// Objects are counted per thread, so that an allocation costs no contended operation. An object may be freed on another thread
// than the one that made it; only the sum over all threads means anything.
struct Tally {
  std::atomic<std::int64_t> objects{0};
  std::atomic<bool> used{true};
  Tally* next = nullptr;
};

std::atomic<Tally*> all_tallies{nullptr};

Tally& new_tally() {
  for (Tally* tally = all_tallies.load(std::memory_order_acquire); tally != nullptr; tally = tally->next) {
    if (!tally->used.exchange(true, std::memory_order_acq_rel)) return *tally;
  }
  auto* tally = new Tally;
  tally->next = all_tallies.load(std::memory_order_relaxed);
  while (!all_tallies.compare_exchange_weak(tally->next, tally, std::memory_order_release)) {
  }
  return *tally;
}

constinit thread_local Tally* current_tally = nullptr;

// Hands the tally of an ending thread to the next new thread. A thread that frees something even later takes another one.
struct TallyReturn {
  bool armed = false;
  ~TallyReturn() {
    if (current_tally != nullptr) current_tally->used.store(false, std::memory_order_release);
    current_tally = nullptr;
  }
};
thread_local TallyReturn tally_return;

KHORA_DETAIL_COLD Tally& first_tally() {
  tally_return.armed = true;  // its destructor now runs when the thread ends
  current_tally = &new_tally();
  return *current_tally;
}

void count_objects(std::int64_t change) noexcept {
  Tally& tally = current_tally != nullptr ? *current_tally : first_tally();
  tally.objects.store(tally.objects.load(std::memory_order_relaxed) + change, std::memory_order_relaxed);
}

}  // namespace

// Neither is inlined anywhere, so that no address of a thread-local is kept across a wait.

KHORA_DETAIL_NOINLINE void* allocate(std::size_t size) {
  void* storage = std::malloc(size);
  if (storage == nullptr) fatal("out of memory");
  count_objects(1);
  return storage;
}

KHORA_DETAIL_NOINLINE void deallocate(void* storage, std::size_t) noexcept {
  std::free(storage);
  count_objects(-1);
}

void* reallocate(void* storage, std::size_t, std::size_t new_size) {
  void* larger = std::realloc(storage, new_size);
  if (larger == nullptr) fatal("out of memory");
  return larger;
}

std::int64_t live_objects() {
  std::int64_t sum = 0;
  for (Tally* tally = all_tallies.load(std::memory_order_acquire); tally != nullptr; tally = tally->next) {
    sum += tally->objects.load(std::memory_order_relaxed);
  }
  return sum;
}

}  // namespace khora::detail
