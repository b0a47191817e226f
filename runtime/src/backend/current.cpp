// Which fiber a thread runs. A fiber can come back from a wait on another thread, so thread-local addresses are only formed in
// functions that are not inlined.
#include "backend/backend.hpp"
#include "context/overflow.hpp"

namespace khora::detail {
namespace {

constinit thread_local FiberState* running = nullptr;

/// The fiber of a C++ thread: it has no body, and lives until its thread ends.
class PlainFiber final : public FiberState {
 public:
  PlainFiber() : FiberState(FiberKind::plain) { set_home(plain_backend()); }

 private:
  Rest run_body() override { return Rest(); }
};

struct PlainThread {
  FiberState* fiber = nullptr;
  ~PlainThread() {
    if (fiber == nullptr) return;
    fiber->finish(Rest());
    running = nullptr;
    fiber->release();
  }
};

thread_local PlainThread plain_thread;

[[gnu::noinline]] FiberState& become_fiber() {
  plain_thread.fiber = new PlainFiber;
  running = plain_thread.fiber;
  return *running;
}

}  // namespace

[[gnu::noinline]] FiberState* current_fiber_or_null() { return running; }

[[gnu::noinline]] FiberState& current_fiber() {
  if (unlikely(running == nullptr)) return become_fiber();
  return *running;
}

/// Here, so that it costs one look-up and no second call: while any fiber has a stop that it has not acted on, every check comes here.
[[gnu::noinline]] bool attend(Point point) {
  FiberState* self = running;
  if (self == nullptr) return false;
  if (unlikely(self->asked_to_stop()) && self->stops_at(point)) return true;
  if ((attention.load(std::memory_order_relaxed) & yield_bit) != 0 && self->home().yields_now()) self->home().yield(*self);
  return false;
}

[[gnu::noinline]] void set_current_fiber(FiberState* fiber) { running = fiber; }

}  // namespace khora::detail
