#include "khora/detail/block_cache.hpp"

#include <array>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>

#include "context/sanitizers.hpp"
#include "core/thread_part.hpp"
#include "khora/detail/spin_lock.hpp"
#include "khora/memory.hpp"
#include "khora/trap.hpp"

namespace khora::detail {
namespace {

constexpr std::size_t batch = 64;

/// Batches that nobody has.
struct Passed {
  SpinLock lock;
  FreeBlock* first = nullptr;
};
std::array<Passed, block_classes> passed;

void pass_on(std::size_t of, FreeBlock* first) {
  const std::scoped_lock lock(passed[of].lock);
  first->next_batch = passed[of].first;
  passed[of].first = first;
}

FreeBlock* take_passed(std::size_t of) {
  const std::scoped_lock lock(passed[of].lock);
  FreeBlock* first = passed[of].first;
  if (first != nullptr) passed[of].first = first->next_batch;
  return first;
}

void* from_system(std::size_t size) {
  void* storage = std::malloc(size);
  if (storage == nullptr) fatal("out of memory");
  return storage;
}

constexpr bool is_block(std::size_t size) { return size != 0 && size <= largest_block; }
constexpr std::size_t class_of(std::size_t size) { return (size - 1) / block_step; }

#if defined(KHORA_DETAIL_ASAN) || defined(KHORA_DETAIL_TSAN)
constexpr bool keeps_blocks = false;  // so that the sanitizers see the end of each
#else
constexpr bool keeps_blocks = true;
#endif

/// A block when the list is empty.
[[gnu::noinline]] void* refill(KeptBlocks& kept, std::size_t of) {
  kept.first = std::exchange(kept.full, nullptr);
  if (kept.first == nullptr) kept.first = take_passed(of);
  if (kept.first != nullptr) {
    FreeBlock* block = kept.first;
    kept.first = block->next;
    kept.count = batch - 1;
    return block;
  }
  const std::size_t size = (of + 1) * block_step;
  if (kept.fresh == kept.fresh_end) {
    kept.fresh = static_cast<std::byte*>(from_system(batch * size));
    kept.fresh_end = kept.fresh + batch * size;
  }
  return std::exchange(kept.fresh, kept.fresh + size);
}

void* take(ThreadPart& part, std::size_t size) {
  const std::size_t of = class_of(size);
  KeptBlocks& kept = part.blocks[of];
  FreeBlock* block = kept.first;
  if (block == nullptr) return refill(kept, of);
  kept.first = block->next;
  --kept.count;
  return block;
}

void give_back(ThreadPart& part, void* block, std::size_t size) noexcept {
  const std::size_t of = class_of(size);
  KeptBlocks& kept = part.blocks[of];
  if (kept.count >= batch) {
    if (kept.full != nullptr) pass_on(of, kept.full);
    kept.full = std::exchange(kept.first, nullptr);
    kept.count = 0;
  }
  kept.first = new (block) FreeBlock{kept.first, nullptr};
  ++kept.count;
}

}  // namespace

void pass_on_blocks(ThreadPart& part) noexcept {
  for (std::size_t of = 0; of < block_classes; ++of) {
    KeptBlocks& own = part.blocks[of];
    const std::size_t size = (of + 1) * block_step;
    for (; own.fresh != own.fresh_end; own.fresh += size) own.first = new (own.fresh) FreeBlock{own.first, nullptr};
    if (own.first != nullptr) pass_on(of, own.first);
    if (own.full != nullptr) pass_on(of, own.full);
    own = KeptBlocks();
  }
}

// Not inlined: the fiber may be on another thread the next time.
KHORA_DETAIL_NOINLINE void* take_block(std::size_t size) { return keeps_blocks ? take(thread_part(), size) : from_system(size); }

KHORA_DETAIL_NOINLINE void give_back_block(void* block, std::size_t size) noexcept {
  if (keeps_blocks) {
    give_back(thread_part(), block, size);
  } else {
    std::free(block);
  }
}

KHORA_DETAIL_NOINLINE void* allocate(std::size_t size) {
  ThreadPart& part = thread_part();
  part.add(Tallied::objects, 1);
  return keeps_blocks && is_block(size) ? take(part, size) : from_system(size);
}

KHORA_DETAIL_NOINLINE void deallocate(void* storage, std::size_t size) noexcept {
  ThreadPart& part = thread_part();
  part.add(Tallied::objects, -1);
  if (keeps_blocks && is_block(size)) {
    give_back(part, storage, size);
  } else {
    std::free(storage);
  }
}

}  // namespace khora::detail
