#!/bin/sh
# Prints the path of a Swift that is new enough (6.2): the one on PATH, else one in a usual place.
#
#   scripts/toolchain.sh [--present]
#
# With --present one that can't run yet will do: on a bare system it lacks libraries of packaging/debian-build.txt.
# Exit status: 0 found; 1 there is none, and how to get one was said.
set -eu
oldest_major=6 oldest_minor=2

# Succeeds if the given swift runs and is new enough; leaves its version in $version.
new_enough() {
  version=$("$1" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  [ -n "$version" ] || return 1
  major=${version%%.*} minor=${version#*.}
  [ "$major" -gt $oldest_major ] || { [ "$major" -eq $oldest_major ] && [ "$minor" -ge $oldest_minor ]; }
}

found=
on_path=$(command -v swift || true)
for swift in "$on_path" ${SWIFT_PLACES-/opt/swift/usr/bin/swift \
  "${HOME:-/root}/.local/share/swiftly/bin/swift" /usr/local/swift/usr/bin/swift /usr/libexec/swift/bin/swift}; do
  [ -x "$swift" ] || continue
  if new_enough "$swift" || { [ "${1:-}" = --present ] && [ -z "$version" ]; }; then
    printf '%s\n' "$swift"
    exit 0
  fi
  found="$swift is version $version. "
  [ -n "$version" ] || found="$swift does not run: $("$swift" --version 2>&1 | tail -n 1). "
done
{
  [ -z "$found" ] || echo "$found"
  echo "Building voice-translator needs a Swift toolchain, version $oldest_major.$oldest_minor or newer."
  echo "Get one in either way:"
  echo "  - swiftly, the toolchain installer, from https://www.swift.org/install/linux: 'swiftly install latest';"
  echo "  - the archive for your system from the same page, unpacked so that /opt/swift/usr/bin/swift is there."
} >&2
exit 1
