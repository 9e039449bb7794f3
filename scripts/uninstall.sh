#!/bin/sh
# `make uninstall`: removes what `make install` put below PREFIX. Histories and settings of users stay.
#
#   scripts/uninstall.sh PREFIX
set -eu
rm -f "$1/bin/voice-translator"
rm -rf "$1/lib/voice-translator" "$1/share/voice-translator"
