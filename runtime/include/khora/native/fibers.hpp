// `Fibers`, and the functions that install a nursery over one (std-core.md 20.3, 20.4).
#pragma once

#include <utility>

#include "khora/core/child_failed.hpp"
#include "khora/core/nursery.hpp"
#include "khora/detail/nursery_core.hpp"
#include "khora/detail/nursery_handle.hpp"
#include "khora/fn.hpp"
#include "khora/integer.hpp"
#include "khora/native/fiber.hpp"
#include "khora/share.hpp"
#include "khora/tagged.hpp"

namespace khora::core {

/// A set of children. Letting the last reference go cancels those that run and waits for them.
class Fibers {
 public:
  static constexpr bool always_shared = true;
  static constexpr const char* khora_name = "Fibers";

  static Fibers open() { return Fibers(khora::detail::NurseryCore::no_limit); }
  static Fibers bounded(Int limit) {
    khora::detail::NurseryCore::check_limit(limit.raw());
    return Fibers(limit.raw());
  }
  Fibers() = default;

  template <class Body>
  static Tagged<Unit> spawn(const Fibers& self, Body body) {
    return self.nursery_.core().spawn(new khora::detail::FiberTask<Unit, Body>(std::move(body)));
  }
  static Tagged<Unit> adopt(const Fibers& self, const Fiber<Unit>& fiber) {
    return self.nursery_.core().adopt(fiber.handle());
  }
  static Tagged<Int> wait(const Fibers& self) {
    std::int64_t failed = 0;
    if (const Rest rest = self.nursery_.core().wait(failed)) return rest;
    return Int(failed);
  }
  /// The end of a nursery, after its body answered or, if not, at once.
  static void close(const Fibers& self) { self.nursery_.core().close(); }

  khora::detail::NurseryCore& core() const { return nursery_.core(); }

 private:
  explicit Fibers(std::int64_t limit) : nursery_(limit) {}
  khora::detail::NurseryHandle nursery_;
};

namespace nursery_parts {

/// The capability over a nursery. It outlives the nursery if the program keeps it; using it then is a fatal error.
inline Nursery capability(const Fibers& fibers) {
  const khora::detail::NurseryReference core(fibers.core());
  return share(Nursery(NurseryOps{
      .adopt = [core](const Fiber<Unit>& fiber) -> Tagged<Unit> { return core->adopt(fiber.handle()); },
      .spawn = [core](const Fn<Unit()>& body) -> Tagged<Unit> {
        return core->spawn(new khora::detail::FiberTask<Unit, Fn<Unit()>>(share(body)));
      }}));
}

template <class Body>
auto run(const Fibers& fibers, const Body& body) -> Tagged<answer_t<Body, const Nursery&>> {
  const Nursery nursery = capability(fibers);
  auto result = call(body, nursery);
  Rest rest = result.rest();
  if (!rest) {
    std::int64_t failed = 0;
    rest = fibers.core().wait(failed);
    if (!rest && failed > 0) rest = raise(ChildFailed{Int(failed)});
  }
  Fibers::close(fibers);
  if (rest) return rest;
  return result;
}

}  // namespace nursery_parts

/// Runs `body` with a nursery and waits for its children (concurrency.md 2).
template <class Body>
auto nursery(const Body& body) -> Tagged<answer_t<Body, const Nursery&>> {
  return nursery_parts::run(Fibers::open(), body);
}

template <class Body>
auto bounded_nursery(Int limit, const Body& body) -> Tagged<answer_t<Body, const Nursery&>> {
  return nursery_parts::run(Fibers::bounded(limit), body);
}

// The same as emitted code calls them, which says what `body` answers.
template <class A, class Body>
Tagged<A> nursery(const Body& body) {
  return nursery(body);
}
template <class A, class Body>
Tagged<A> bounded_nursery(Int limit, const Body& body) {
  return bounded_nursery(limit, body);
}

}  // namespace khora::core
