#!/bin/sh
# `make install`: the program, its engine, models and sample below PREFIX. Nothing there points back to this checkout.
#
#   scripts/install.sh PREFIX
#
# Exit status: 0 installed; 1 not, the reason was said; 3 installed, but a part of the engine couldn't be had.
set -eu
umask 022
cd "$(dirname "$0")/.."
mkdir -p "$1"
prefix=$(cd "$1" && pwd)
shared=$prefix/share/voice-translator

# Under sudo a build would leave files in the checkout that its owner can't replace.
if [ -n "${SUDO_UID:-}" ] && ! scripts/build.sh --check; then
  echo "The program isn't built. Run 'make build' as yourself first, then 'sudo make install'." >&2
  exit 1
fi
scripts/prepare.sh engine/debian-packages.txt
scripts/build.sh

install -d "$prefix/bin" "$shared/samples" "$shared/schemas"
install -s -m 755 .build/release/voice-translator "$prefix/bin/voice-translator.new"
mv "$prefix/bin/voice-translator.new" "$prefix/bin/voice-translator" # also while the old one runs
install -m 644 Samples/*.wav "$shared/samples/"
install -m 644 schemas/*.json "$shared/schemas/"

# The manual page and the completions come from the program's own tables.
# page NAME FILE: writes one of them.
page() {
  install -d "$(dirname "$prefix/share/$2")"
  .build/release/voice-translator --generate "$1" >"$prefix/share/$2"
  chmod 644 "$prefix/share/$2"
}
page man man/man1/voice-translator.1
page bash bash-completion/completions/voice-translator
page zsh zsh/site-functions/_voice-translator
page fish fish/vendor_completions.d/voice-translator.fish

# Models that were fetched for this checkout are not fetched again.
fetched=${XDG_DATA_HOME:-${HOME:-/root}/.local/share}/voice-translator/models
if [ -d "$fetched" ] && ! [ -d "$shared/models" ]; then
  rm -rf "$shared/models.new"
  cp -R "$fetched" "$shared/models.new"
  chmod -R u=rwX,go=rX "$shared/models.new"
  mv "$shared/models.new" "$shared/models"
fi
status=0
/usr/bin/python3 engine/setup.py --venv "$prefix/lib/voice-translator/venv" --models "$shared/models" --copy || status=$?
chmod -R go+rX "$shared" "$prefix/lib/voice-translator"
echo "Installed: $prefix/bin/voice-translator" >&2
exit $status
