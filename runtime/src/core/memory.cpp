#include "khora/memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/tally.hpp"
#include "khora/detail/block_cache.hpp"
#include "khora/trap.hpp"

namespace khora::detail {

void* reallocate(void* storage, std::size_t old_size, std::size_t new_size) {
  if (old_size > largest_block && new_size > largest_block) {
    void* larger = std::realloc(storage, new_size);
    if (larger == nullptr) fatal("out of memory");
    return larger;
  }
  void* other = allocate(new_size);
  std::memcpy(other, storage, std::min(old_size, new_size));
  deallocate(storage, old_size);
  return other;
}

std::int64_t live_objects() { return tallied(Tallied::objects); }

}  // namespace khora::detail
