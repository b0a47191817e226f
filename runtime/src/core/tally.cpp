#include "core/tally.hpp"

#include "core/thread_part.hpp"

namespace khora::detail {

KHORA_DETAIL_NOINLINE void tally(Tallied what, std::int64_t change) noexcept { thread_part().add(what, change); }

std::int64_t tallied(Tallied what) noexcept {
  std::int64_t sum = 0;
  for (const ThreadPart* part = all_thread_parts(); part != nullptr; part = part->next) {
    sum += part->numbers[static_cast<std::size_t>(what)].load(std::memory_order_acquire);
  }
  return sum;
}

}  // namespace khora::detail
