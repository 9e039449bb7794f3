#!/bin/sh
# `make format`: rewrites the Swift sources in the project's style.
set -eu
cd "$(dirname "$0")/.."
exec "$(scripts/toolchain.sh)" format format --in-place --recursive Package.swift Sources Tests Benchmarks
