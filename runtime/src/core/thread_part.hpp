// What each thread has of the numbers and of the storage that all threads use, so that they need not wait for each other.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/tally.hpp"
#include "khora/count.hpp"
#include "khora/detail/block_cache.hpp"

namespace khora::detail {

struct FreeBlock {
  FreeBlock* next;
  FreeBlock* next_batch;  // of the first of a batch that nobody has
};

inline constexpr std::size_t block_step = 16;  // the blocks of a class have one size, a multiple of this
inline constexpr std::size_t block_classes = largest_block / block_step;
static_assert(sizeof(FreeBlock) <= block_step);

/// The free blocks of one class: less than two batches, and what is left of a piece of storage that was never used.
struct KeptBlocks {
  FreeBlock* first = nullptr;
  std::size_t count = 0;      // of the list at `first`; too high after a batch that an ending thread left
  FreeBlock* full = nullptr;  // a whole batch more
  std::byte* fresh = nullptr;
  std::byte* fresh_end = nullptr;
};

/// One thread's part. It stays when its thread ends, and the next new thread has it then.
struct ThreadPart {
  void add(Tallied what, std::int64_t change) noexcept {
    std::atomic<std::int64_t>& number = numbers[static_cast<std::size_t>(what)];
    number.store(number.load(std::memory_order_relaxed) + change, std::memory_order_release);
  }

  // What one thread adds may be taken off by another one; only the sum over all threads means anything.
  std::array<std::atomic<std::int64_t>, 4> numbers{};
  std::array<KeptBlocks, block_classes> blocks{};
  ThreadPart* next = nullptr;       // of all; never changes once the part is among them
  ThreadPart* next_free = nullptr;  // of those whose thread has ended
};

extern constinit thread_local ThreadPart* own_part;
ThreadPart& first_part();

/// The part of this thread. Only in functions that are not inlined and do not wait: the fiber may be on another thread the next time.
inline ThreadPart& thread_part() { return own_part != nullptr ? *own_part : first_part(); }

/// Gives the blocks of a thread that ends to everybody.
void pass_on_blocks(ThreadPart& part) noexcept;

/// All parts there have ever been, linked by `next`.
ThreadPart* all_thread_parts();

}  // namespace khora::detail
