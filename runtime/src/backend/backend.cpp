#include "backend/backend.hpp"

#include "backend/settings.hpp"

namespace khora::detail {

Backend& backend() {
  switch (settings().backend) {
    case BackendKind::threads: return threads_backend();
    case BackendKind::scheduler: return scheduler_backend();
    case BackendKind::simulated: return simulated_backend();
  }
  unreachable();
}

Backend& plain_backend() {
  return settings().backend == BackendKind::simulated ? simulated_backend() : threads_backend();
}

void run_blocking_job(BlockingJob& job) {
  FiberState& self = current_fiber();
  self.home().block(self, job);
}

}  // namespace khora::detail
