#include "khora/fn.hpp"

namespace khora::detail {

void destroy_closure(void* object) noexcept {
  auto* closure = static_cast<ClosureBase*>(object);
  closure->destroy(closure);
}

// A closure is treated as writable by a Handoff (concurrency.md 12).
constexpr Kind closure_kind{"function", true, [](const void* object, Visitor& visitor) {
                              static_cast<const ClosureBase*>(object)->holds.visit_references(visitor);
                            }};

}  // namespace khora::detail
