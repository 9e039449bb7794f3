#!/bin/sh
# Installs the Debian packages of the given lists (packaging/*.txt) that are missing.
#
#   scripts/packages.sh LIST...
#
# Asks once on a terminal; without one, or with CI or YES set, it goes ahead.
# Exit status: 0 everything is there; 1 it may not install, the line to run was printed;
# 3 something couldn't be had: it was named, everything else is installed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
as_root=

say() { printf '%s\n' "$*" >&2; }

# The requirements of the lists, one a line, alternatives joined by "|".
required() { sed 's/#.*//; s/[[:space:]]//g; /^$/d' "$@"; }

# Those of the requirements on standard input that no installed package meets.
unmet() {
  requirements=$(cat)
  # shellcheck disable=SC2046 # one word per package name is meant
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' \
    $(printf '%s' "$requirements" | tr '|' ' ') 2>/dev/null | sed -n 's/ installed$//p') || true
  printf '%s\n' "$requirements" | awk -v installed="$installed" '
    BEGIN { n = split(installed, names, "\n"); for (i = 1; i <= n; i++) have[names[i]] }
    NF { n = split($0, choices, "|"); for (i = 1; i <= n; i++) if (choices[i] in have) next; print }'
}

# For each requirement on standard input the first alternative that can be installed, or "-REQUIREMENT".
choose() {
  while read -r requirement; do
    chosen=
    for name in $(printf '%s' "$requirement" | tr '|' ' '); do
      if LC_ALL=C apt-cache policy "$name" 2>/dev/null | grep -q '^  Candidate: [^(]'; then
        chosen=$name
        break
      fi
    done
    printf '%s\n' "${chosen:--$requirement}"
  done
}

# Decides how to become root; says the line to run and ends where that is not possible.
become_root() {
  [ "$(id -u)" -eq 0 ] && return
  as_root=sudo
  if ! command -v sudo >/dev/null; then
    refuse "There is no sudo here, so they can't be installed for you. As root, run:" ""
  fi
  # Without a terminal nobody can type sudo's password.
  if ! [ -t 0 ] && ! sudo -n true 2>/dev/null; then
    refuse "sudo wants a password here. On a terminal, run:" "sudo "
  fi
}

# refuse REASON PREFIX: prints the one line to run, and ends.
refuse() {
  say "These Debian packages are missing: $names."
  say "$1"
  say "  $2apt-get install --no-install-recommends $names"
  exit 1
}

ask() {
  if ! [ -t 0 ] || ! [ -t 2 ] || [ -n "${CI:-}" ] || [ "${YES:-}" = 1 ]; then return; fi
  say "These Debian packages are missing: $names."
  printf 'Install them now%s? [Y/n] ' "${as_root:+ with sudo}" >&2
  read -r answer || answer=n
  case $answer in
    '' | [yY]*) ;;
    *) refuse "Nothing was installed. When you want them, run:" "${as_root:+sudo }" ;;
  esac
}

# Each alone: one file that can't be had stops nothing else.
install_each() {
  for name in "$@"; do
    $as_root "$here/apt-install.sh" "$name" || true
  done
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  exec "$here/libraries.sh"
fi
missing=$(required "$@" | unmet)
[ -n "$missing" ] || exit 0

chosen=$(printf '%s\n' "$missing" | choose)
names=$(printf '%s\n' "$chosen" | sed 's/^-//; s/|.*//' | tr '\n' ' ' | sed 's/ $//')
become_root
ask
say "Installing $names"
# Lists that are empty or too old to know a package are fetched once, and again only if a download fails.
updated=
case $chosen in
  -* | *'
-'*)
    $as_root apt-get update -qq >&2 || true
    updated=1
    chosen=$(printf '%s\n' "$missing" | choose)
    ;;
esac
available=$(printf '%s\n' "$chosen" | grep -v '^-' | tr '\n' ' ') || true
# shellcheck disable=SC2086 # a list of names
if [ -n "$available" ] && ! $as_root "$here/apt-install.sh" $available; then
  [ -n "$updated" ] || $as_root apt-get update -qq >&2 || true
  install_each $available
fi

failed=$(printf '%s\n' "$missing" | unmet | tr '\n' ' ' | sed 's/ $//; s/|/ or /g')
[ -z "$failed" ] && exit 0
say "Could not be installed: $failed. The reason is above; check the network and apt's sources, then run this again."
exit 3
