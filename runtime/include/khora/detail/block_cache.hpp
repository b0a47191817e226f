// Storage for small objects: the values of programs and the control blocks of fibers.
#pragma once

#include <cstddef>
#include <new>

namespace khora::detail {

/// Larger objects are the C library's.
inline constexpr std::size_t largest_block = 512;

/// Storage for `size` bytes, at most `largest_block` and more than none, aligned for any fundamental type. Each thread keeps blocks that
/// were given back, and passes on what is too much a batch at a time, so that an object may end on another thread than the one that made
/// it without either of them waiting for the other. Never null: running out of memory ends the process. Storage is not given back to
/// the system.
[[nodiscard]] void* take_block(std::size_t size);
/// Takes storage back. `size` is what was asked for.
void give_back_block(void* block, std::size_t size) noexcept;

/// A base for objects that come and go by the million, often on different threads.
struct FromBlockCache {
  static void* operator new(std::size_t size) { return size <= largest_block ? take_block(size) : ::operator new(size); }
  static void operator delete(void* block, std::size_t size) noexcept {
    if (size <= largest_block) {
      give_back_block(block, size);
    } else {
      ::operator delete(block);
    }
  }
};

}  // namespace khora::detail
