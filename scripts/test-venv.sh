#!/bin/sh
# Makes the test runners' virtual environment, Tests/.venv, from its hash-pinned lock file, if that has changed.
set -eu
cd "$(dirname "$0")/../Tests"

cmp -s requirements.lock .venv/made-from.lock && exit 0
echo "Making the tests' virtual environment" >&2
/usr/bin/python3 -m venv --clear .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --no-deps \
  -r requirements.lock >&2
cp requirements.lock .venv/made-from.lock
