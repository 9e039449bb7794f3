#!/bin/sh
# `make lint`: checks the style of the Swift sources; a finding is an error.
set -eu
cd "$(dirname "$0")/.."
exec "$(scripts/toolchain.sh)" format lint --strict --recursive Package.swift Sources Tests Benchmarks
