#!/bin/sh
# From a fresh Debian with git and a C++ toolchain to a running Khora program: installs what is missing, builds khora2cpp, runs an example.
set -eu
cd "$(dirname "$0")/.."

tools/install-deps.sh --build
cmake --preset default -DKHORA2CPP_BUILD_TESTS=OFF
cmake --build --preset default -j "$(nproc)" --target khora2cpp khora_runtime khora_precompiled
echo "+ build/default/khora2cpp run examples/orchard"
build/default/khora2cpp run examples/orchard
