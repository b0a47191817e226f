#!/bin/sh
# The runtime's long random runs: 10^6 stops over a pool of claims, 10^6 wakes that race parks, 10^5 fibers through a bounded nursery, and
# 10^5 random cohorts beside a model.
#
#   tools/soak.sh [PRESET [FACTOR]]     FACTOR times as long as in the ordinary tests; 400 if it is not given
set -eu
cd "$(dirname "$0")/.."

preset=${1:-default}
KHORA_SOAK=${2:-400}
export KHORA_SOAK
cmake --preset "$preset" -DKHORA2CPP_BUILD_TESTS=ON
cmake --build --preset "$preset" --target runtime_tests
for backend in threads scheduler; do
  for workers in 1 2 4; do
    if [ "$backend" = threads ] && [ "$workers" != 1 ]; then
      continue
    fi
    echo "+ KHORA_FIBERS=$backend KHORA_WORKERS=$workers KHORA_SOAK=$KHORA_SOAK runtime_tests [soak]"
    KHORA_FIBERS=$backend KHORA_WORKERS=$workers "build/$preset/tests/runtime/fibers/runtime_tests" "[soak]"
  done
done
