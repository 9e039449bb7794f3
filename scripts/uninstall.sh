#!/bin/sh
# `make uninstall`: removes what `make install` put below PREFIX. Histories and settings of users stay.
#
#   scripts/uninstall.sh PREFIX
set -eu
rm -f "$1/bin/voice-translator" "$1/share/man/man1/voice-translator.1" \
  "$1/share/bash-completion/completions/voice-translator" "$1/share/zsh/site-functions/_voice-translator" \
  "$1/share/fish/vendor_completions.d/voice-translator.fish"
rm -rf "$1/lib/voice-translator" "$1/share/voice-translator"
