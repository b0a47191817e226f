#include "khora/memory.hpp"

#include <cstdlib>

#include "core/tally.hpp"
#include "khora/count.hpp"
#include "khora/trap.hpp"

namespace khora::detail {

void* allocate(std::size_t size) {
  void* storage = std::malloc(size);
  if (storage == nullptr) fatal("out of memory");
  tally(Tallied::objects, 1);
  return storage;
}

void deallocate(void* storage, std::size_t) noexcept {
  std::free(storage);
  tally(Tallied::objects, -1);
}

void* reallocate(void* storage, std::size_t, std::size_t new_size) {
  void* larger = std::realloc(storage, new_size);
  if (larger == nullptr) fatal("out of memory");
  return larger;
}

std::int64_t live_objects() { return tallied(Tallied::objects); }

}  // namespace khora::detail
