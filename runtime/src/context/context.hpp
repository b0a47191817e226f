// A suspended computation on a stack of its own, and the switch between two of them.
#pragma once

#include <cstddef>

#include "context/sanitizers.hpp"
#include "context/stack.hpp"

namespace khora::detail {

/// What `__cxa_get_globals` points to, as the Itanium C++ ABI lays it down.
struct ExceptionState {
  void* caught;
  unsigned uncaught;
};
/// That of the running thread.
ExceptionState* exceptions_of_thread();

/// Where a stack was left. A default-constructed one stands for the stack that runs now, to be filled by the first switch away.
struct Context {
  void* point = nullptr;  // boost::context::detail::fcontext_t
  void (*entry)(void* argument) = nullptr;
  void* argument = nullptr;
  // What the sanitizers need to know of the stack.
  const void* bottom = nullptr;
  std::size_t size = 0;
  void* fake_stack = nullptr;
  void* tsan_fiber = nullptr;
  // The C++ runtime's per-thread exception state, which belongs to the stack (concurrency.md 24).
  void* caught_exceptions = nullptr;
  unsigned uncaught_exceptions = 0;
};

/// Makes a context that calls `entry(argument)` on `stack`, from `top` downward, when it is first switched to. `entry` must not
/// return.
void make_context(Context& context, const Stack& stack, void* top, void (*entry)(void* argument), void* argument);
/// Leaves `from` and goes on in `to`; returns when somebody switches back. `exceptions` is the running thread's; `ends` says that nobody
/// ever will.
void switch_context(Context& from, Context& to, ExceptionState* exceptions, bool ends = false);
/// Notes the stack of the running thread in `context`.
void adopt_thread(Context& context);
/// Gives back what the sanitizers keep for a context that has ended. On another stack.
void retire_context(Context& context);

}  // namespace khora::detail
