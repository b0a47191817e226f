#!/bin/sh
# The tests of the fiber layers under sanitizers: AddressSanitizer with UndefinedBehaviorSanitizer, or ThreadSanitizer.
#
#   tools/sanitize.sh asan|tsan          in this process, on threads and on the scheduler with two workers
#   tools/sanitize.sh asan|tsan --all    on every backend, whole processes too, and the tests of the library's values
#
# Where the compiler has no such sanitizer, or its programs do not start, it says so and ends well.
set -eu
cd "$(dirname "$0")/.."

preset=${1:-}
case $preset in
  asan) flags=-fsanitize=address,undefined ;;
  tsan) flags=-fsanitize=thread ;;
  *)
    sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
scope=${2:-}

# ThreadSanitizer of g++ 12 finds no room for itself where addresses are very random.
unshuffled=
if setarch "$(uname -m)" -R true 2>/dev/null; then
  unshuffled="setarch $(uname -m) -R"
fi

probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
echo 'int main() { return 0; }' >"$probe/probe.cpp"
if ! ${CXX:-c++} $flags "$probe/probe.cpp" -o "$probe/probe" 2>/dev/null; then
  echo "sanitize: skipped, ${CXX:-c++} cannot link programs with $flags"
  exit 0
fi
if ! $unshuffled "$probe/probe" 2>/dev/null; then
  echo "sanitize: skipped, a program with $flags does not start on this machine"
  exit 0
fi

jobs=$(nproc)
targets=runtime_tests
if [ "$scope" = --all ]; then
  targets="runtime_tests core_tests"
fi
echo "+ cmake --preset $preset"
cmake --preset "$preset" -DKHORA2CPP_BUILD_TESTS=ON -DKHORA2CPP_SANITIZE_TRANSLATOR=OFF >/dev/null
# shellcheck disable=SC2086 # a list
cmake --build --preset "$preset" -j "$jobs" --target $targets

# Programs that end must not wait a second for reports of other threads.
export TSAN_OPTIONS="atexit_sleep_ms=0 halt_on_error=1 ${TSAN_OPTIONS:-}"
export UBSAN_OPTIONS="print_stacktrace=1 ${UBSAN_OPTIONS:-}"

# Runs a test program with NAME=VALUE words in front of it.
run() {
  echo "+ $*"
  env -u KHORA_WORKERS $unshuffled env "$@"
}

tests="build/$preset/tests/runtime/fibers/runtime_tests"
if [ "$scope" = --all ]; then
  run "build/$preset/tests/runtime/core/core_tests"
  run KHORA_FIBERS=threads "$tests"
  for workers in 1 2 4; do
    run KHORA_FIBERS=scheduler KHORA_WORKERS=$workers "$tests"
  done
  for seed in 1 2 3; do
    run KHORA_FIBERS=simulated KHORA_SEED=$seed "$tests" "~[process]" "~[handoff]" "~[socket]"
  done
else
  run KHORA_FIBERS=threads "$tests" "~[process]" "~[handoff]"
  run KHORA_FIBERS=scheduler KHORA_WORKERS=2 "$tests" "~[process]" "~[handoff]"
fi
