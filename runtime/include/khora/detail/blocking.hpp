// Calls that block their thread, for library functions that make them.
#pragma once

#include <utility>

namespace khora::detail {

/// A call that blocks its thread.
class BlockingJob {
 public:
  virtual void run() noexcept = 0;

 protected:
  ~BlockingJob() = default;
};

/// Runs `job` without holding a worker; the current fiber waits. Not a point: it completes whatever is asked of the fiber.
void run_blocking_job(BlockingJob& job);

/// The same for a function; answers what it answers. It runs on another thread, so it must not use the current fiber.
template <class F>
auto blocking(F f) {
  class Job final : public BlockingJob {
   public:
    explicit Job(F function) : function_(std::move(function)) {}
    void run() noexcept override { result = function_(); }
    decltype(std::declval<F&>()()) result{};

   private:
    F function_;
  } job(std::move(f));
  run_blocking_job(job);
  return std::move(job.result);
}

}  // namespace khora::detail
