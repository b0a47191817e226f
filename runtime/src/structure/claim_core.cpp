#include "khora/detail/claim_core.hpp"

#include "khora/release.hpp"
#include "khora/trap.hpp"

namespace khora::detail {

void ClaimCore::end() noexcept {
  if (&current_fiber() != &owner_) fatal("the last reference to a claim went on another fiber than the one that took the value");
  const ReleasePause pause;
  if (!settled_) {
    const Shield shield;
    abandon().drop();
  }
  delete this;
}

}  // namespace khora::detail
