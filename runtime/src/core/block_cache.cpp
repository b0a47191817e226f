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

constexpr std::size_t step = 16;  // the blocks of a class have one size, a multiple of this
constexpr std::size_t classes = largest_block / step;
constexpr std::size_t batch = 64;

struct Free {
  Free* next;
  Free* next_batch;  // of the first of a batch that nobody has
};
static_assert(sizeof(Free) <= step);

/// What one thread keeps of one class: less than two batches, and what is left of a piece of storage that was never used.
struct Kept {
  Free* first = nullptr;
  std::size_t count = 0;  // of the list at `first`; too high after a batch that an ending thread left
  Free* full = nullptr;   // a whole batch more
  std::byte* fresh = nullptr;
  std::byte* fresh_end = nullptr;
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

Free* take_passed(std::size_t of) {
  const std::scoped_lock lock(passed[of].lock);
  Free* first = passed[of].first;
  if (first != nullptr) passed[of].first = first->next_batch;
  return first;
}

struct Cache {
  std::array<Kept, classes> kept;
  ~Cache() {
    for (std::size_t of = 0; of < classes; ++of) {
      Kept& own = kept[of];
      const std::size_t size = (of + 1) * step;
      for (; own.fresh != own.fresh_end; own.fresh += size) own.first = new (own.fresh) Free{own.first, nullptr};
      if (own.first != nullptr) pass_on(of, own.first);
      if (own.full != nullptr) pass_on(of, own.full);
      own = Kept();
    }
  }
};
thread_local Cache cache;

void* from_system(std::size_t size) {
  void* storage = std::malloc(size);
  if (storage == nullptr) fatal("out of memory");
  return storage;
}

constexpr std::size_t class_of(std::size_t size) { return (size - 1) / step; }

#if defined(KHORA_DETAIL_ASAN) || defined(KHORA_DETAIL_TSAN)
constexpr bool keeps_blocks = false;  // so that the sanitizers see the end of each
#else
constexpr bool keeps_blocks = true;
#endif

/// A block when the list is empty.
[[gnu::noinline]] void* refill(Kept& kept, std::size_t of) {
  kept.first = std::exchange(kept.full, nullptr);
  if (kept.first == nullptr) kept.first = take_passed(of);
  if (kept.first != nullptr) {
    Free* block = kept.first;
    kept.first = block->next;
    kept.count = batch - 1;
    return block;
  }
  const std::size_t size = (of + 1) * step;
  if (kept.fresh == kept.fresh_end) {
    kept.fresh = static_cast<std::byte*>(from_system(batch * size));
    kept.fresh_end = kept.fresh + batch * size;
  }
  return std::exchange(kept.fresh, kept.fresh + size);
}

}  // namespace

// Not inlined: the fiber may be on another thread the next time.
[[gnu::noinline]] void* take_block(std::size_t size) {
  if (!keeps_blocks) return from_system(size);
  const std::size_t of = class_of(size);
  Kept& kept = cache.kept[of];
  Free* block = kept.first;
  if (block == nullptr) return refill(kept, of);
  kept.first = block->next;
  --kept.count;
  return block;
}

[[gnu::noinline]] void give_back_block(void* block, std::size_t size) noexcept {
  if (!keeps_blocks) {
    std::free(block);
    return;
  }
  const std::size_t of = class_of(size);
  Kept& kept = cache.kept[of];
  if (kept.count >= batch) {
    if (kept.full != nullptr) pass_on(of, kept.full);
    kept.full = std::exchange(kept.first, nullptr);
    kept.count = 0;
  }
  kept.first = new (block) Free{kept.first, nullptr};
  ++kept.count;
}

}  // namespace khora::detail
