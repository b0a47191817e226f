// `Handler`: the value of an effect, a counted handle to its operations (emission.md 4).
#pragma once

#include "khora/ref.hpp"

namespace khora {

/// `Ops` is a struct of `Fn` fields, one an operation, listed in `fields`. Operations never change, so a handler can be held by
/// several fibers once what its operations capture is shared.
template <class Ops>
class Handler : private Ref<Ops> {
 public:
  Handler() noexcept = default;
  explicit Handler(Ops ops) : Ref<Ops>(std::move(ops)) {}

  const Ops* operator->() const { return Ref<Ops>::operator->(); }
  const Ops& operator*() const { return Ref<Ops>::operator*(); }

  using Ref<Ops>::visit_references;
};

}  // namespace khora
