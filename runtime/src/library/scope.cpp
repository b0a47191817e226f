// The scope over the root region (std-core.md 19): the function that std/core/scope.kh declares without a body.
#include "khora/core/scope.hpp"

#include "khora/native/region.hpp"

namespace khora::core {

Scope root_scope() {
  const Region region = Region::root();
  return Scope(ScopeOps{.defer = [region](const Fn<Unit()>& finalizer) { Region::defer(region, finalizer); }});
}

}  // namespace khora::core
