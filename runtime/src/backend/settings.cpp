#include "backend/settings.hpp"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace khora::detail {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

/// The variable as a positive number; anything else counts as unset.
std::int64_t positive(const char* name, std::int64_t otherwise) {
  const std::string_view text = variable(name);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0 ? number : otherwise;
}

std::int64_t processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

Settings read() {
  constexpr std::int64_t most_threads = 4096;
  const std::int64_t cores = processors();
  Settings settings;
  const std::string_view backend = variable("KHORA_FIBERS");
  if (backend == "scheduler") settings.backend = BackendKind::scheduler;
  if (backend == "simulated") settings.backend = BackendKind::simulated;
  settings.workers = static_cast<std::size_t>(std::min(positive("KHORA_WORKERS", cores), most_threads));
  settings.blocking_threads = static_cast<std::size_t>(
      std::min(positive("KHORA_BLOCKING_THREADS", std::max<std::int64_t>(4, 2 * cores)), most_threads));
  settings.report_millis = positive("KHORA_SCHEDULER_REPORT", 0);
  settings.wake_local = variable("KHORA_WAKE_LOCAL") != "0";
  settings.backtrace = std::getenv("KHORA_BACKTRACE") != nullptr || std::getenv("RUST_BACKTRACE") != nullptr;
  settings.seed = static_cast<std::uint64_t>(positive("KHORA_SEED", 1));
  return settings;
}

}  // namespace

const Settings& settings() {
  static const Settings instance = read();
  return instance;
}

}  // namespace khora::detail
