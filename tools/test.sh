#!/bin/sh
# Builds everything and runs all tests.
#
#   tools/test.sh [PRESET [ctest options]]     PRESET is one of CMakePresets.json; `default` if it is not given
set -eu
cd "$(dirname "$0")/.."

preset=${1:-default}
if [ $# -gt 0 ]; then
  shift
fi

tools/install-deps.sh
jobs=$(nproc)
cmake --preset "$preset" -DKHORA2CPP_BUILD_TESTS=ON ${KHORA_SHARED_DIR:+-DKHORA_SHARED_DIR="$KHORA_SHARED_DIR"}
cmake --build --preset "$preset" -j "$jobs"
ctest --preset "$preset" --no-tests=error -j "$jobs" "$@"
