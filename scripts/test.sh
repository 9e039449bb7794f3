#!/bin/bash
# `make test`: installs what tests need, builds, and runs every check. All of them run, whatever fails.
#
# The summary lines of the runners are repeated at the end. Exit status: 0 all passed; 1 something did not.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/test-environment.sh
swift=$(scripts/toolchain.sh)
pytest=(Tests/.venv/bin/python -m pytest -q -ra --durations=12)
results=.build/test-results
rm -rf "$results"
mkdir -p "$results"
failed=()

# check NAME COMMAND...: runs one check, keeping what it prints.
check() {
  local name=$1
  shift
  printf '\n== %s\n' "$name"
  if ! "$@" 2>&1 | tee "$results/$name.log"; then failed+=("$name"); fi
}

check style scripts/lint.sh
# The core's tests are busy, those of the sound keep time: side by side the latter would wait for a free core.
check core "$swift" test --filter CoreTests --xunit-output "$results/core.xml"
check client "$swift" test --skip CoreTests --skip AudioIOTests --xunit-output "$results/client.xml"
check sound "$swift" test --filter AudioIOTests --xunit-output "$results/sound.xml"
check engine engine/.venv/bin/python -m pytest -q -ra --durations=12 engine/tests --junitxml "$results/engine.xml"
check set-up "${pytest[@]}" Tests/Setup --junitxml "$results/set-up.xml"
# Mostly waiting: two files at a time. What a file's tests share, such as a server, stays in one process.
check end-to-end "${pytest[@]}" -n 2 --dist loadfile Tests/EndToEnd --junitxml "$results/end-to-end.xml"
check skips python3 scripts/skips.py Tests/SKIPS.md "$results"

printf '\n== summary\n'
for name in style core client sound engine set-up end-to-end skips; do
  # The runners' own words: "Test run with 210 tests in 31 suites passed …", "57 passed in 8.12s".
  line=$(grep -E 'Test run with|^=*.*[0-9]+ (passed|failed|error)|^Skipped tests' "$results/$name.log" | tail -n 1 || true)
  printf '%-10s  %s\n' "$name" "${line:-$([[ " ${failed[*]-} " == *" $name "* ]] && echo failed || echo passed)}"
done
if [ ${#failed[@]} -gt 0 ]; then
  printf 'FAILED: %s (logs in %s)\n' "${failed[*]}" "$results"
  exit 1
fi
