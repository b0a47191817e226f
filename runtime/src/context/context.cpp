#include "context/context.hpp"

#include <cxxabi.h>

#include <boost/context/detail/fcontext.hpp>

#include "khora/tagged.hpp"

#if defined(KHORA_DETAIL_ASAN)
#include <pthread.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>
#endif
#if defined(KHORA_DETAIL_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

namespace khora::detail {
namespace {

namespace fcontext = boost::context::detail;

/// Travels with a jump; lives on the stack that was left.
struct Jump {
  Context* from;
  Context* to;
};

void exchange_exceptions(Context& from, const Context& to, ExceptionState* state) {
  from.caught_exceptions = state->caught;
  from.uncaught_exceptions = state->uncaught;
  state->caught = to.caught_exceptions;
  state->uncaught = to.uncaught_exceptions;
}

/// Completes a switch, on the stack that was arrived on.
Context& arrive(const fcontext::transfer_t& transfer) {
  const Jump jump = *static_cast<const Jump*>(transfer.data);
  jump.from->point = transfer.fctx;
#if defined(KHORA_DETAIL_ASAN)
  __sanitizer_finish_switch_fiber(jump.to->fake_stack, &jump.from->bottom, &jump.from->size);
#endif
  return *jump.to;
}

void begin(fcontext::transfer_t transfer) {
  const Context& self = arrive(transfer);
  self.entry(self.argument);
  unreachable();
}

}  // namespace

// Declared `const` by the C++ runtime, so a compiler may keep its result across a switch: ask in a function of its own.
[[gnu::noinline]] ExceptionState* exceptions_of_thread() { return reinterpret_cast<ExceptionState*>(abi::__cxa_get_globals()); }

void make_context(Context& context, const Stack& stack, void* top, void (*entry)(void* argument), void* argument) {
  context = Context();
  context.entry = entry;
  context.argument = argument;
  context.bottom = stack.usable();
  context.size = stack.usable_size();
  context.point = fcontext::make_fcontext(top, static_cast<std::size_t>(static_cast<std::byte*>(top) - stack.usable()), &begin);
#if defined(KHORA_DETAIL_TSAN)
  context.tsan_fiber = __tsan_create_fiber(0);
#endif
}

void switch_context(Context& from, Context& to, ExceptionState* exceptions, [[maybe_unused]] bool ends) {
  exchange_exceptions(from, to, exceptions);
#if defined(KHORA_DETAIL_ASAN)
  __sanitizer_start_switch_fiber(ends ? nullptr : &from.fake_stack, to.bottom, to.size);
#endif
#if defined(KHORA_DETAIL_TSAN)
  __tsan_switch_to_fiber(to.tsan_fiber, 0);
#endif
  Jump jump{&from, &to};
  arrive(fcontext::jump_fcontext(to.point, &jump));
}

void adopt_thread([[maybe_unused]] Context& context) {
#if defined(KHORA_DETAIL_TSAN)
  context.tsan_fiber = __tsan_get_current_fiber();
#endif
#if defined(KHORA_DETAIL_ASAN)
  // A thread whose fiber ends the process still holds what is on its own stack.
  pthread_attr_t attributes;
  void* bottom = nullptr;
  std::size_t size = 0;
  if (context.bottom != nullptr || pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &bottom, &size) == 0) __lsan_register_root_region(bottom, size);
  pthread_attr_destroy(&attributes);
#endif
}

void retire_context([[maybe_unused]] Context& context) {
#if defined(KHORA_DETAIL_ASAN)
  // The frames that were left for good; the next fiber on this stack must not find their red zones.
  const auto* top = static_cast<const std::byte*>(context.bottom) + context.size;
  __asan_unpoison_memory_region(context.point, static_cast<std::size_t>(top - static_cast<std::byte*>(context.point)));
#endif
#if defined(KHORA_DETAIL_TSAN)
  __tsan_destroy_fiber(context.tsan_fiber);
  context.tsan_fiber = nullptr;
#endif
}

}  // namespace khora::detail
