#include "backend/helper.hpp"

#include <algorithm>
#include <mutex>

#include "backend/backend.hpp"
#include "backend/futex.hpp"
#include "backend/service_thread.hpp"
#include "backend/settings.hpp"
#include "backend/timers.hpp"
#include "khora/trap.hpp"

namespace khora::detail {
namespace {

std::atomic<std::uint64_t> calls{0};
std::atomic<Watch> the_watch{nullptr};
std::once_flag started;

void* helper_main(void*) {
  for (;;) {
    const std::uint64_t seen = calls.load(std::memory_order_seq_cst);
    const Time now = std::chrono::steady_clock::now();
    timers().fire(now);
    Time next = timers().next();
    if (const Watch watch = the_watch.load(std::memory_order_acquire)) next = std::min(next, watch(now));
    if (next <= now) continue;
    futex_wait(calls, seen, next);
  }
}

void start_helper() {
  if (!start_service_thread(&helper_main, nullptr)) fatal("the thread that serves the timers cannot be started");
}

}  // namespace

void call_helper() {
  std::call_once(started, start_helper);
  calls.fetch_add(1, std::memory_order_seq_cst);
  futex_wake(calls);
}

void set_watch(Watch watch) { the_watch.store(watch, std::memory_order_release); }

Timers& timers() {
  static Timers& instance = *new Timers;
  return instance;
}

void timers_changed() {
  // The simulated clock jumps by itself; a thread that looks at the real one would be ahead of it.
  if (settings().backend != BackendKind::simulated) call_helper();
}

}  // namespace khora::detail
