// Storage for the control blocks of fibers.
#pragma once

#include <cstddef>

namespace khora::detail {

/// Storage for `size` bytes, aligned for any fundamental type. Blocks that were given back are used again: each thread keeps some, and
/// passes on the rest a batch at a time, so that a fiber may end on another thread than the one that started it without either of them
/// waiting for the other. Never null: running out of memory ends the process.
[[nodiscard]] void* take_block(std::size_t size);
/// Takes storage back. `size` is what was asked for.
void give_back_block(void* block, std::size_t size) noexcept;

}  // namespace khora::detail
