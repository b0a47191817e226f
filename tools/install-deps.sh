#!/bin/sh
# Installs the Debian packages that the build and the tests need, if any is missing. Only then root (or sudo) is needed.
#
#   tools/install-deps.sh          everything, also what only the tests need
#   tools/install-deps.sh --build  what is needed to build and to use khora2cpp
set -eu

build_packages='
  g++ cmake ninja-build ccache
  antlr4 libantlr4-runtime-dev
  libboost-context-dev libboost-dev
  libcli11-dev libtomlplusplus-dev nlohmann-json3-dev libxxhash-dev
'
test_packages='clang catch2 python3'

packages=$build_packages
if [ "${1:-}" != --build ]; then
  packages="$packages $test_packages"
fi

missing=
for package in $packages; do
  if ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed'; then
    missing="$missing $package"
  fi
done
if [ -z "$missing" ]; then
  exit 0
fi

echo "Installing:$missing"
as_root=
if [ "$(id -u)" -ne 0 ]; then
  as_root=sudo
fi
$as_root apt-get update -q
# shellcheck disable=SC2086 # the list is meant to be split
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -q -y --no-install-recommends $missing
