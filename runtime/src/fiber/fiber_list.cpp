#include "fiber/fiber_list.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <unordered_set>

#include "khora/detail/spin_lock.hpp"

namespace khora::detail {

constinit bool fibers_are_listed = false;

namespace {

/// Several lists, so that workers that start fibers seldom want the same one.
struct Part {
  SpinLock lock;
  std::unordered_set<FiberState*> fibers;
};
constexpr std::size_t parts = 16;

Part& part_of(std::uint64_t id) {
  static std::array<Part, parts>& all = *new std::array<Part, parts>;  // fibers may outlive `main`
  return all[id % parts];
}

}  // namespace

bool list_fibers() {
  fibers_are_listed = true;
  return true;
}

void add_to_list(FiberState& fiber) {
  Part& part = part_of(fiber.id());
  const std::scoped_lock lock(part.lock);
  part.fibers.insert(&fiber);
}

void take_from_list(FiberState& fiber) {
  Part& part = part_of(fiber.id());
  const std::scoped_lock lock(part.lock);
  part.fibers.erase(&fiber);
}

std::vector<std::uint64_t> fibers_without_cohort() {
  std::vector<std::uint64_t> numbers;
  for (std::size_t i = 0; i < parts; ++i) {
    Part& part = part_of(i);
    const std::scoped_lock lock(part.lock);
    for (const FiberState* fiber : part.fibers) {
      if (fiber->member_of.load(std::memory_order_relaxed) == 0) numbers.push_back(fiber->id());
    }
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace khora::detail
