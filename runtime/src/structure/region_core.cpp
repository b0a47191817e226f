#include "khora/detail/region_core.hpp"

#include <string>

#include "khora/release.hpp"
#include "khora/trap.hpp"

namespace khora::detail {
namespace {

std::string owner_name(const FiberState& owner) {
  return owner.kind() == FiberKind::spawned ? "fiber " + std::to_string(owner.id()) : "the main fiber";
}

}  // namespace

void RegionState::defer(std::unique_ptr<Finalizer> finalizer) {
  if (&current_fiber() != &owner_) {
    fatal("this region belongs to " + owner_name(owner_) +
          ", and only that fiber can register finalizers with it; give the other fiber a region of its own with "
          "`Fiber::spawn(fn () => scoped(work))`");
  }
  if (ending_) fatal("this region is being released, so no finalizer can be registered with it any more");
  finalizer->next_ = newest_;
  newest_ = finalizer.release();
}

void RegionState::end() {
  if (&current_fiber() != &owner_) {
    fatal("this region belongs to " + owner_name(owner_) +
          ", and its last reference went on another fiber; give the other fiber a region of its own with "
          "`Fiber::spawn(fn () => scoped(work))`");
  }
  const ReleasePause pause;
  run_finalizers();
  delete this;
}

void RegionState::run_finalizers() {
  ending_ = true;
  while (newest_ != nullptr) {
    const Shield shield;
    const std::unique_ptr<Finalizer> finalizer(newest_);
    newest_ = finalizer->next_;
    // A finalizer has no row. If an abort stopped it, only it ends; the next one starts.
    finalizer->run().drop();
  }
}

RegionState& RegionState::root() {
  FiberState& self = current_fiber();
  if (self.kind() == FiberKind::spawned) {
    fatal("the root region belongs to the main fiber, and this is fiber " + std::to_string(self.id()) +
          "; give this fiber a region of its own with `Fiber::spawn(fn () => scoped(work))`");
  }
  if (self.root_region == nullptr) self.root_region = new RegionState;
  return *self.root_region;
}

void RegionState::end_root() {
  FiberState& self = current_fiber();
  RegionState* region = self.root_region;
  if (region == nullptr) return;
  region->run_finalizers();  // also when somebody still holds the region
  self.root_region = nullptr;
  region->release();
}

}  // namespace khora::detail
