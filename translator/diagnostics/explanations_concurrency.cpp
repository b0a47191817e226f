#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation concurrency_explained[] = {
    {"D801", "a value that can be written crosses to another fiber",
     "What several fibers hold may not change under them. A record with a `mut` field, an Array or "
     "a Map stays on its fiber. Hand over a copy that cannot change, or keep the value in a "
     "`Shared` cell.",
     "fn f(tank: Tank) { Fiber::spawn(fn () => tank.liters); }",
     "fn f(tank: Tank) { let liters = tank.liters; Fiber::spawn(fn () => liters); }"},
    {"D802", "a generic value crosses without a bound",
     "A value of a type parameter crosses to another fiber only when the parameter is bounded by "
     "`Share`.",
     "fn f<A>(a: A) { Fiber::spawn(fn () => a); }", "fn f<A: Share>(a: A) { Fiber::spawn(fn () => a); }"},
    {"D803", "a closure from a variable",
     "What a closure captured cannot be seen from its type, so the function is written where it is "
     "handed over, or named.",
     "fn f(body: () -> Int) { Fiber::spawn(body); }", "fn f() { Fiber::spawn(fn () => work()); }"},
    {"D804", "a region, a scope or a claim crosses",
     "It stays on the fiber that opened it, so that what it holds is released there. Give the "
     "child one of its own with `scoped`.",
     "fn f(r: Region) { Fiber::spawn(fn () => Region::defer(r, done)); }",
     "fn f() { Fiber::spawn(fn () => scoped(work)); }"},
    {"D805", "a failure that cannot cross",
     "The fiber that joins another one is handed the failure, so its type must be one that can "
     "cross.",
     "fn f() { Fiber::spawn(fn () => raise Broken({ tank: tank })); }",
     "fn f() { Fiber::spawn(fn () => raise Broken::Empty); }"},
    {"D806", "a limit below one", "At least one child must be able to run.",
     "fn f() { bounded_nursery(0, work); }", "fn f() { bounded_nursery(4, work); }"},
    {"D807", "a region, a scope or a claim sent away",
     "Through a channel or a hand-off it would reach another fiber, and it stays on the fiber that "
     "opened it.",
     "fn f(c: Channel<Region>, r: Region) { c.send(r); }", "fn f(c: Channel<Int>) { c.send(3); }"},
    {"D808", "a received value that a stop would lose (lint)",
     "Between taking the value and being done with it the fiber can be stopped, and the value "
     "would be gone. Take it with `Channel::claim`, or hold it in a region.",
     "", ""},
};

}  // namespace

std::span<const Explanation> concurrency_explanations() {
  return concurrency_explained;
}

}  // namespace khora2cpp::diagnostics
