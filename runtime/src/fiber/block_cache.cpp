#include "khora/detail/block_cache.hpp"

#include <array>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>

#include "context/sanitizers.hpp"
#include "khora/detail/spin_lock.hpp"
#include "khora/trap.hpp"

namespace khora::detail {
namespace {

constexpr std::size_t step = 64;      // sizes of one class differ by less
constexpr std::size_t classes = 8;    // larger blocks are not kept
constexpr std::size_t batch = 64;

struct Free {
  Free* next;
  Free* next_batch;  // of the first of a batch that nobody has
};

/// What one thread keeps of one class: at most two batches.
struct Kept {
  Free* first = nullptr;
  std::size_t count = 0;
  Free* full = nullptr;  // a whole batch more
};

/// Batches that nobody has.
struct Passed {
  SpinLock lock;
  Free* first = nullptr;
};
std::array<Passed, classes> passed;

void pass_on(std::size_t of, Free* first) {
  const std::scoped_lock lock(passed[of].lock);
  first->next_batch = passed[of].first;
  passed[of].first = first;
}

struct Cache {
  std::array<Kept, classes> kept;
  ~Cache() {
    for (std::size_t of = 0; of < classes; ++of) {
      if (kept[of].first != nullptr) pass_on(of, kept[of].first);
      if (kept[of].full != nullptr) pass_on(of, kept[of].full);
      kept[of] = Kept();
    }
  }
};
thread_local Cache own;

void* fresh(std::size_t size) {
  void* block = std::malloc(size);
  if (block == nullptr) fatal("out of memory");
  return block;
}

constexpr std::size_t class_of(std::size_t size) { return (size - 1) / step; }

#if defined(KHORA_DETAIL_ASAN) || defined(KHORA_DETAIL_TSAN)
constexpr bool keeps_blocks = false;  // so that the sanitizers see the end of each
#else
constexpr bool keeps_blocks = true;
#endif

}  // namespace

// Not inlined: the fiber may be on another thread the next time.
[[gnu::noinline]] void* take_block(std::size_t size) {
  const std::size_t of = class_of(size);
  if (!keeps_blocks || of >= classes) return fresh(size);
  Kept& kept = own.kept[of];
  if (kept.first == nullptr) {
    kept.first = std::exchange(kept.full, nullptr);
    if (kept.first == nullptr) {
      const std::scoped_lock lock(passed[of].lock);
      kept.first = passed[of].first;
      if (kept.first != nullptr) passed[of].first = kept.first->next_batch;
    }
    if (kept.first == nullptr) return fresh((of + 1) * step);
    kept.count = batch;  // a batch that an ending thread left may hold less; then the count is only too high
  }
  Free* block = kept.first;
  kept.first = block->next;
  --kept.count;
  return block;
}

[[gnu::noinline]] void give_back_block(void* block, std::size_t size) noexcept {
  const std::size_t of = class_of(size);
  if (!keeps_blocks || of >= classes) {
    std::free(block);
    return;
  }
  Kept& kept = own.kept[of];
  if (kept.count >= batch) {
    if (kept.full != nullptr) pass_on(of, kept.full);
    kept.full = std::exchange(kept.first, nullptr);
    kept.count = 0;
  }
  kept.first = new (block) Free{kept.first, nullptr};
  ++kept.count;
}

}  // namespace khora::detail
