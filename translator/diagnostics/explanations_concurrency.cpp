#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation concurrency_explained[] = {
    {"D801", "a value that can be written crosses to another fiber",
     "What several fibers hold may not change under them. A record with a `mut` field, an Array or a Map "
     "stays on its fiber. Hand over a copy that cannot change, or keep the value in a `Shared` cell.",
     "type Tank = { mut liters: Int };\n"
     "fn f(tank: Tank) -> Int { Fiber::join(Fiber::spawn(fn () => tank.liters)) catch { _ => 0 } }",
     "type Tank = { mut liters: Int };\n"
     "fn f(tank: Tank) -> Int { let liters = tank.liters; Fiber::join(Fiber::spawn(fn () => liters)) catch { _ => 0 } }"},
    {"D802", "a generic value crosses without a bound",
     "A value of a type parameter crosses to another fiber only when the parameter is bounded by `Share`.",
     "fn f<A>(c: Channel<A>, a: A) { c.send(a); }", "fn f<A: Share>(c: Channel<A>, a: A) { c.send(a); }"},
    {"D803", "a closure from a variable",
     "What a closure captured cannot be seen from its type, so the function is written where it is handed "
     "over, or named.",
     "fn f(body: () -> Int) { Fiber::spawn(body); }",
     "fn work() -> Int { 3 }\n"
     "fn f() { Fiber::spawn(work); }"},
    {"D804", "a region, a scope or a claim crosses",
     "It stays on the fiber that opened it, so that what it holds is released there. Give the child one of "
     "its own with `scoped`.",
     "fn f(r: Region) { Fiber::spawn(fn () => Region::defer(r, fn () => ())); }",
     "fn f() { Fiber::spawn(fn () => Region::defer(Region::open(), fn () => ())); }"},
    {"D805", "a failure that cannot cross",
     "The fiber that joins another one is handed the failure, so its type must be one that can cross.",
     "type Tank = { mut liters: Int };\n"
     "type Broken = | Tank(Tank);\n"
     "fn drain() -> Int raises Broken { 3 }\n"
     "fn f() { Fiber::spawn(fn () => drain()!); }",
     "type Broken = | Empty;\n"
     "fn drain() -> Int raises Broken { 3 }\n"
     "fn f() { Fiber::spawn(fn () => drain()!); }"},
    {"D806", "a limit below one",
     "At least one child must be able to run.",
     "fn work() -> Int { 3 }\n"
     "fn f() -> Int { bounded_nursery(0, fn () => work())! catch { _ => 0 } }",
     "fn work() -> Int { 3 }\n"
     "fn f() -> Int { bounded_nursery(4, fn () => work())! catch { _ => 0 } }"},
    {"D807", "a region, a scope or a claim sent away",
     "Through a channel or a hand-off it would reach another fiber, and it stays on the fiber that opened "
     "it.",
     "fn f(c: Channel<Region>, r: Region) { c.send(r); }", "fn f(c: Channel<Int>) { c.send(3); }"},
    {"D808", "a received value that a stop would lose (warning)",
     "What was taken from a channel is in no queue any more. If the fiber is stopped while it waits for something else, "
     "before anybody was given the value, the value is gone. Take it with `Channel::claim`, which gives it back, or wait "
     "before it is taken.",
     "fn f(jobs: Channel<Int>, pace: Channel<Int>) -> Int {\n"
     "  match jobs.receive() {\n"
     "    Option::Some(job) => { let _ = pace.receive(); job }\n"
     "    Option::None => 0,\n"
     "  }\n"
     "}",
     "fn f(jobs: Channel<Int>, pace: Channel<Int>) -> Int {\n"
     "  let _ = pace.receive();\n"
     "  match jobs.receive() {\n"
     "    Option::Some(job) => job,\n"
     "    Option::None => 0,\n"
     "  }\n"
     "}"},
};

}  // namespace

std::span<const Explanation> concurrency_explanations() {
  return concurrency_explained;
}

}  // namespace khora2cpp::diagnostics
