#!/bin/sh
# Makes the tests' virtual environments from their hash-pinned lock files, where those have changed: Tests/.venv for
# the runners, Tests/.venv-peers for the servers written by others (LibreTranslate wants older packages than the rest,
# hence Tests/.venv-libretranslate), Tests/.venv-clients for the vendors' clients.
set -eu
cd "$(dirname "$0")/../Tests"

make_environment() {
  cmp -s "$2" "$1/made-from.lock" && return
  echo "Making the tests' virtual environment $1" >&2
  /usr/bin/python3 -m venv --clear "$1"
  "$1/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --no-deps \
    -r "$2" >&2
  cp "$2" "$1/made-from.lock"
}

make_environment .venv requirements.lock
make_environment .venv-peers peers.lock
make_environment .venv-libretranslate libretranslate.lock
make_environment .venv-clients clients.lock
