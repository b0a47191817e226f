// What a stop releases on its way out, and finalizers that wait on it: concurrency.md 4.4, 9, 19, 20.
#include "everything.hpp"

using namespace khora_test;
using Ints = Channel<Int>;
using Notes = Channel<Note>;

namespace {

/// As a translated function with a value of its own in each frame; the innermost one waits for ever.
Tagged<Int> frames(int depth, const Ints& ready, const Ints& never) {
  const Note held(depth);
  if (depth == 1) {
    if (const Rest rest = Ints::send(ready, 1).rest()) return rest;
    if (const Rest rest = Ints::receive(never).rest()) return rest;
    return Int(0);
  }
  Int below;
  if (const Rest rest = frames(depth - 1, ready, never).to(below)) return rest;
  return below + held->number;
}

/// A loop over values of any type, as a generic function becomes a template.
template <class A>
Tagged<A> turning(A item, const Ints& ready) {
  if (const Rest rest = Ints::send(ready, 1).rest()) return rest;
  for (;;) {
    const A copy = item;
    if (khora::stop_pending()) return stopped;
    item = copy;
  }
}

template <class A>
void require_stopped(const Fiber<A>& fiber, const Ints& ready) {
  REQUIRE(Ints::receive(ready).answered());
  Fiber<A>::cancel(fiber);
  REQUIRE(Fiber<A>::wait(fiber).answered());
  REQUIRE(Fiber<A>::canceled(fiber));
}

}  // namespace

TEST_CASE("[c104] a stop through ten frames releases what they hold", "[unwind]") {
  repeat(20, [](int) {
    const auto before = khora::detail::live_objects();
    const auto ready = Ints::bounded(1);
    const auto never = Ints::bounded(1);
    const auto fiber = Fiber<Int>::spawn([ready, never] { return frames(10, ready, never); });
    REQUIRE(Ints::receive(ready).answered());
    REQUIRE(khora::detail::live_objects() >= before + 10);
    Fiber<Int>::cancel(fiber);
    REQUIRE(Fiber<Int>::wait(fiber).answered());
    REQUIRE(Fiber<Int>::canceled(fiber));
  });
}

TEST_CASE("[c105] a value bound before a stopped call and used after it is released", "[unwind]") {
  repeat(20, [](int) {
    const auto ready = Ints::bounded(1);
    const auto fiber = Fiber<Note>::spawn([ready]() -> Tagged<Note> {
      const Note bound(7);
      Int turned;
      if (const Rest rest = turning(Int(1), ready).to(turned)) return rest;
      return bound;
    });
    require_stopped(fiber, ready);
  });
}

TEST_CASE("[c106] a value taken before the next point is dropped by a stop, silently", "[unwind]") {
  repeat(20, [](int) {
    const auto values = Notes::bounded(1);
    REQUIRE(Notes::send(values, Note(3)).answered());
    std::atomic<bool> taken{false};
    std::atomic<bool> canceled{false};
    const auto fiber = Fiber<Int>::spawn([&, values]() -> Tagged<Int> {
      Option<Note> got;
      if (const Rest rest = Notes::receive(values).to(got)) return rest;
      taken = true;
      until(canceled);
      if (khora::stop_pending()) return stopped;
      return Int(1);
    });
    until(taken);
    Fiber<Int>::cancel(fiber);
    canceled = true;
    REQUIRE(Fiber<Int>::wait(fiber).answered());
    REQUIRE(Fiber<Int>::canceled(fiber));
    REQUIRE(Notes::depth(values) == 0);
  });
}

TEST_CASE("[c107] a generic function that loops is stopped at every type", "[unwind]") {
  repeat(20, [](int) {
    const auto ready = Ints::bounded(1);
    require_stopped(Fiber<Int>::spawn([ready] { return turning(Int(1), ready); }), ready);
    require_stopped(Fiber<Unit>::spawn([ready] { return turning(unit, ready); }), ready);
    require_stopped(Fiber<Note>::spawn([ready] { return turning(Note(2), ready); }), ready);
    require_stopped(Fiber<Option<Note>>::spawn([ready] { return turning(Option<Note>(), ready); }), ready);
  });
}
