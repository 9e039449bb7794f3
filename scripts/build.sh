#!/bin/sh
# Builds the program in release mode, if a source is newer than the last build.
#
#   scripts/build.sh [--check]      with --check only: 0 if it is up to date, 1 if not
#
# The Swift runtime is linked in, so that the same file can be run here and installed elsewhere.
# Exit status: 0 built or up to date; 1 no toolchain; else the compiler's.
set -eu
cd "$(dirname "$0")/.."
stamp=.build/release-stamp

# Directories count as well: a deleted file makes its directory newer.
if [ -x .build/release/voice-translator ] && [ -e "$stamp" ] &&
  [ -z "$(find Package.swift Sources scripts/build.sh -newer "$stamp" -print -quit)" ]; then
  exit 0
fi
[ "${1:-}" = --check ] && exit 1
swift=$(scripts/toolchain.sh)
mkdir -p .build
touch "$stamp.new"
"$swift" build -c release --product voice-translator --static-swift-stdlib >&2
mv "$stamp.new" "$stamp"
