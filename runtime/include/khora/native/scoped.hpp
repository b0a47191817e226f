// `scoped` and `acquire` (std-core.md 19).
#pragma once

#include <utility>

#include "khora/core/scope.hpp"
#include "khora/fn.hpp"
#include "khora/native/region.hpp"
#include "khora/tagged.hpp"

namespace khora::core {

/// Runs `body` with a scope of its own. The answer, then the finalizers, then the caller.
template <class Body>
auto scoped(const Body& body) -> Tagged<answer_t<Body, const Scope&>> {
  const Region region = Region::open();
  const Scope scope(ScopeOps{.defer = [region](const Fn<Unit()>& finalizer) { Region::defer(region, finalizer); }});
  return call(body, scope);
}

/// The same as emitted code calls it, which says what `body` answers.
template <class A, class Body>
Tagged<A> scoped(const Body& body) {
  return scoped(body);
}

/// Registers `release(value)` with the scope and answers the value. No point lies before the registration.
template <class A, class F>
Tagged<A> acquire(const A& value, const F& release, const Scope& scope) {
  if (const Rest rest = scope->defer([value, release]() -> Tagged<Unit> { return call(release, value).rest(); }).rest()) {
    return rest;
  }
  return value;
}

}  // namespace khora::core
