// Storage for counted objects.
#pragma once

#include <cstddef>
#include <cstdint>

namespace khora::detail {

/// Storage aligned for every Khora value. Never null: running out of memory ends the process.
[[nodiscard]] void* allocate(std::size_t size);

/// Takes storage back. `size` is what was asked for.
void deallocate(void* storage, std::size_t size) noexcept;

/// Replaces storage by a larger one that begins with the same bytes.
[[nodiscard]] void* reallocate(void* storage, std::size_t old_size, std::size_t new_size);

/// Counted objects that exist now, on all threads. Tests require it to be unchanged at their end; exact only while no other
/// thread allocates.
std::int64_t live_objects();

}  // namespace khora::detail
