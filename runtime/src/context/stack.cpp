#include "context/stack.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <mutex>

#include "context/sanitizers.hpp"
#include "khora/trap.hpp"

namespace khora::detail {
namespace {

#if defined(KHORA_DETAIL_TSAN) || defined(KHORA_DETAIL_ASAN)
constexpr std::size_t chunk_stacks = 32;  // the sanitizers' shadow memory does not stretch to 8 GiB at once
#else
constexpr std::size_t chunk_stacks = 1024;
#endif
constexpr std::size_t guard_batch = 64;
constexpr int guard_advice = 102;  // MADV_GUARD_INSTALL, Linux 6.13

/// Free stacks, and the part of the newest chunk that nobody has used yet. Never destroyed: fibers may outlive `main`.
class Pool {
 public:
  void take(std::vector<Stack>& stacks, std::size_t count) {
    const std::scoped_lock lock(mutex_);
    while (count > 0 && !free_.empty()) {
      stacks.push_back(free_.back());
      free_.pop_back();
      --count;
    }
    if (!stacks.empty()) return;
    if (fresh_ == fresh_end_) reserve_chunk();
    const std::size_t left = static_cast<std::size_t>(fresh_end_ - fresh_) / stack_size;
    const std::size_t batch = std::min(guard_batch, left);
    install_guards(fresh_, batch);
    for (std::size_t i = 0; i < batch; ++i) {
      (i == 0 ? stacks : free_).push_back(Stack{fresh_ + i * stack_size});
    }
    fresh_ += batch * stack_size;
  }
  void give_back(const Stack* stacks, std::size_t count) {
    const std::scoped_lock lock(mutex_);
    free_.insert(free_.end(), stacks, stacks + count);
  }

 private:
  void reserve_chunk() {
    constexpr std::size_t grid = std::size_t{2} << 20;
    for (std::size_t stacks = chunk_stacks;; stacks /= 2) {
      if (stacks == 0) fatal("no address space is left for the stack of another fiber");
      const std::size_t length = stacks * stack_size + grid + grid / 2;
      void* place = mmap(nullptr, length, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
      if (place == MAP_FAILED) continue;
      madvise(place, length, MADV_NOHUGEPAGE);
      // Half a step off the page tables' grid, each guard shares a table with the top of the stack below it.
      const auto address = reinterpret_cast<std::uintptr_t>(place);
      const std::uintptr_t start = (address + grid - 1) / grid * grid + grid / 2;
      fresh_ = reinterpret_cast<std::byte*>(start);
      fresh_end_ = fresh_ + stacks * stack_size;
      return;
    }
  }
  void install_guards(std::byte* base, std::size_t count) {
    if (how_ == Guards::batched && !batched(base, count)) how_ = Guards::single;
    if (how_ == Guards::batched) return;
    for (std::size_t i = 0; i < count; ++i) {
      std::byte* guard = base + i * stack_size;
      if (how_ == Guards::single && madvise(guard, guard_size, guard_advice) == 0) continue;
      how_ = Guards::mapped;
      if (mprotect(guard, guard_size, PROT_NONE) != 0) {
        fatal("the stack of another fiber needs a guard page, and the system has no mapping left (vm.max_map_count)");
      }
    }
  }
  /// One system call for all guards. False where the kernel has no such call.
  static bool batched(std::byte* base, std::size_t count) {
#if defined(SYS_pidfd_open) && defined(SYS_process_madvise)
    static const int self = static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0));
    if (self < 0) return false;
    iovec guards[guard_batch];
    for (std::size_t i = 0; i < count; ++i) guards[i] = {base + i * stack_size, guard_size};
    return syscall(SYS_process_madvise, self, guards, count, guard_advice, 0) ==
           static_cast<long>(count * guard_size);
#else
    static_cast<void>(base);
    static_cast<void>(count);
    return false;
#endif
  }

  enum class Guards { batched, single, mapped };
  std::mutex mutex_;
  std::vector<Stack> free_;
  std::byte* fresh_ = nullptr;
  std::byte* fresh_end_ = nullptr;
  Guards how_ = Guards::batched;
};

Pool& pool() {
  static Pool& instance = *new Pool;
  return instance;
}

}  // namespace

Stack take_stack() {
  std::vector<Stack> stacks;
  pool().take(stacks, 1);
  return stacks.front();
}

void take_stacks(std::vector<Stack>& stacks, std::size_t count) { pool().take(stacks, count); }

void give_back_stacks(const Stack* stacks, std::size_t count) { pool().give_back(stacks, count); }

bool in_guard(const Stack& stack, const void* address) {
  const auto* at = static_cast<const std::byte*>(address);
  return stack && at >= stack.base && at < stack.usable();
}

}  // namespace khora::detail
