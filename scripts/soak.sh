#!/bin/sh
# `make soak`: the long runs, Tests/EndToEnd/*_soak.py. VOICE_TRANSLATOR_SOAK_MINUTES sets the length of each (60).
set -eu
cd "$(dirname "$0")/.."
. scripts/test-environment.sh
minutes=${VOICE_TRANSLATOR_SOAK_MINUTES:-30}
VOICE_TRANSLATOR_SOAK_SECONDS=$((minutes * 60)) "$(scripts/toolchain.sh)" test --filter SoakTests
exec Tests/.venv/bin/python -m pytest -o python_files='*_soak.py' -o timeout=0 Tests/EndToEnd
