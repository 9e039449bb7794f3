#!/bin/sh
# Sets the built-in engine up for running from this checkout.
#
#   scripts/engine.sh [--tests]
#
# Exit status: as engine/setup.py: 0 everything is there; 3 something couldn't be had, and was named.
set -eu
cd "$(dirname "$0")/.."
data=${XDG_DATA_HOME:-$HOME/.local/share}/voice-translator

if ! [ -x /usr/bin/python3 ]; then
  echo "The built-in engine needs Python 3 at /usr/bin/python3: install python3 and python3-venv, then run this again." >&2
  exit 3
fi
exec /usr/bin/python3 engine/setup.py --venv engine/.venv --models "$data/models" "$@"
