// The environment variables of a built program, read once (concurrency.md 18).
#pragma once

#include <cstddef>
#include <cstdint>

namespace khora::detail {

enum class BackendKind { threads, scheduler, simulated };

struct Settings {
  BackendKind backend = BackendKind::threads;     // KHORA_FIBERS
  std::size_t workers = 1;                        // KHORA_WORKERS, else the processors this process may use
  std::size_t blocking_threads = 4;               // KHORA_BLOCKING_THREADS, else max(4, 2 * processors)
  std::int64_t report_millis = 0;                 // KHORA_SCHEDULER_REPORT, 0 for none
  bool wake_local = true;                         // KHORA_WAKE_LOCAL
  bool backtrace = false;                         // KHORA_BACKTRACE or RUST_BACKTRACE
  std::uint64_t seed = 1;                         // KHORA_SEED, of the simulated backend
};

const Settings& settings();

}  // namespace khora::detail
