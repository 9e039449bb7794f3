#!/bin/sh
# Where there is no apt: checks that the libraries the build needs are there, as pkg-config names them.
# Exit status: 0 they are; 1 some are missing, and were named.
set -eu

if ! command -v pkg-config >/dev/null; then
  echo "This system has no apt. Install pkg-config with its own package tool, then run this again." >&2
  exit 1
fi
missing=
for library in ncursesw alsa libpulse libmpg123 sndfile speexdsp libcurl sqlite3 tomlplusplus; do
  pkg-config --exists "$library" || missing="$missing $library"
done
[ -n "$missing" ] || exit 0
echo "These libraries' development files are missing, by their pkg-config names:$missing." >&2
echo "Install them with this system's package tool, then run this again." >&2
exit 1
