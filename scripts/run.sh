#!/bin/sh
# `make run`: installs what is missing, sets the engine up, builds, and starts the program.
#
#   scripts/run.sh [ARGUMENT...]      arguments for voice-translator
#
# Without a terminal it translates a bundled recording instead, so that the main job can be seen from a script.
set -eu
cd "$(dirname "$0")/.."
program=.build/release/voice-translator

scripts/prepare.sh engine/debian-packages.txt
# Without its engine the program still starts: other backends may be configured.
scripts/engine.sh || [ $? -eq 3 ]
scripts/build.sh
if [ $# -gt 0 ] || { [ -t 0 ] && [ -t 1 ]; }; then
  exec "$program" "$@"
fi
exec "$program" translate Samples/where-is-the-train-station.wav --from en --to es
