// The processor time of this process so far, in microseconds: on a busy machine the time on the wall says little.
#include <time.h>

#include <cstdint>

extern "C" std::int64_t bench_cpu_micros() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
}
