#!/bin/sh
# What building needs: a Swift toolchain and the Debian packages of packaging/debian-build.txt.
#
#   scripts/prepare.sh [LIST...]      further package lists, installed in the same go
#
# Exit status: 0 go on (what could not be had was named); 1 stop, the remedy was said.
set -eu
cd "$(dirname "$0")/.."

scripts/toolchain.sh --present >/dev/null
scripts/packages.sh packaging/debian-build.txt "$@" || [ $? -eq 3 ]
scripts/toolchain.sh >/dev/null
