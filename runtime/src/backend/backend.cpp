#include "backend/backend.hpp"

#include "backend/settings.hpp"
#include "khora/trap.hpp"

namespace khora::detail {

Backend& backend() {
  switch (settings().backend) {
    case BackendKind::threads: return threads_backend();
    case BackendKind::scheduler: return scheduler_backend();
    case BackendKind::simulated: break;
  }
  fatal("the simulated backend is not part of this build");
}

void run_blocking_job(BlockingJob& job) {
  FiberState& self = current_fiber();
  self.home().block(self, job);
}

}  // namespace khora::detail
