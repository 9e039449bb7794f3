#!/bin/sh
# `make bench-NAME`: runs Benchmarks/NAME.py (or the executable Benchmarks/NAME), which prints its rows;
# writes them with the machine to Benchmarks/results/NAME.json and brings the tables up to date.
#
#   scripts/bench.sh NAME
set -eu
cd "$(dirname "$0")/.."
if ! [ -e "Benchmarks/$1.py" ]; then
  echo "There is no benchmark '$1'. There are: $(find Benchmarks -maxdepth 1 -name "*.py" -printf "%f " | sed "s/\.py//g")" >&2
  exit 2
fi
. scripts/test-environment.sh
Tests/.venv/bin/python scripts/record.py "$1"
python3 scripts/tables.py
