#include "context/overflow.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>

#include "backend/backend.hpp"
#include "context/sanitizers.hpp"
#include "khora/trap.hpp"

namespace khora::detail {
namespace {

constexpr std::size_t alternate_size = std::size_t{64} << 10;
constinit thread_local void* alternate = nullptr;

void write_text(const char* text) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, std::strlen(text));
}

void write_number(std::uint64_t number) {
  char digits[20];
  char* at = digits + sizeof(digits);
  do {
    *--at = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, at, static_cast<std::size_t>(digits + sizeof(digits) - at));
}

/// Whether the fault is one of running out of stack: an address a little below or above the stack pointer's guard. The stack
/// pointer at the fault decides, so no table of stacks is needed.
bool near_stack_pointer(const void* address, const void* context) {
#if defined(__x86_64__)
  const auto stack_pointer = static_cast<std::uintptr_t>(
      static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  const auto stack_pointer = static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.sp);
#else
  const std::uintptr_t stack_pointer = 0;
#endif
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const std::uintptr_t distance = at > stack_pointer ? at - stack_pointer : stack_pointer - at;
  return stack_pointer != 0 && distance <= guard_size * 2;
}

/// Runs on the alternate stack: allocates nothing, takes no lock.
void on_fault(int signal, siginfo_t* info, void* context) {
  claim_the_end(LastAct::report);
  write_text("khora: the stack ran out");
  if (!near_stack_pointer(info->si_addr, context)) write_text(", or memory was used that the program does not have");
  const FiberState* fiber = current_fiber_or_null();
  if (fiber != nullptr && fiber->kind() == FiberKind::spawned) {
    write_text(" on fiber ");
    write_number(fiber->id());
  }
  write_text("\nnote: recursion as deep as the input is long needs a loop, or a list of what is left to do\n");
  struct sigaction standard = {};
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, nullptr);
  // Returning repeats the fault, which now ends the process the platform's way; a signal that somebody sent is sent again.
  if (info->si_code <= 0) ::raise(signal);
}

}  // namespace

void install_overflow_handler() {
  struct sigaction action = {};
  action.sa_sigaction = &on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
}

[[gnu::noinline]] void prepare_overflow_report() {
#if !defined(KHORA_DETAIL_ASAN)
  if (alternate != nullptr) return;
  void* place = mmap(nullptr, alternate_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return;
  stack_t stack = {};
  stack.ss_sp = place;
  stack.ss_size = alternate_size;
  if (sigaltstack(&stack, nullptr) != 0) {
    munmap(place, alternate_size);
    return;
  }
  alternate = place;
#endif
}

[[gnu::noinline]] void forget_overflow_report() {
  if (alternate == nullptr) return;
  stack_t stack = {};
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, nullptr);
  munmap(alternate, alternate_size);
  alternate = nullptr;
}

}  // namespace khora::detail
