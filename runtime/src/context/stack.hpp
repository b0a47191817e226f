// Stacks for fibers: 8 MiB of reserved address space each, committed as touched, with a guard below.
#pragma once

#include <cstddef>
#include <vector>

namespace khora::detail {

inline constexpr std::size_t stack_size = std::size_t{8} << 20;
inline constexpr std::size_t guard_size = std::size_t{64} << 10;

/// One stack: [base, base + guard_size) faults, the rest is usable.
struct Stack {
  std::byte* base = nullptr;
  std::byte* top() const { return base + stack_size; }
  std::byte* usable() const { return base + guard_size; }
  std::size_t usable_size() const { return stack_size - guard_size; }
  explicit operator bool() const { return base != nullptr; }
};

/// Takes a stack from the process's pool, reserving a new chunk when it is empty. Ends the process with a clear message when the
/// system refuses. Any thread.
Stack take_stack();
/// Takes up to `count` stacks at once, appending them to `stacks`; at least one.
void take_stacks(std::vector<Stack>& stacks, std::size_t count);
/// Gives stacks back; their pages stay committed, since a warm stack costs nothing to use again.
void give_back_stacks(const Stack* stacks, std::size_t count);

/// Whether `address` lies in the guard of the stack at `base`. Safe in a signal handler.
bool in_guard(const Stack& stack, const void* address);

}  // namespace khora::detail
