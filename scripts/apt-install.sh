#!/bin/sh
# As root: installs Debian packages without removing anything and without starting a service.
#
#   scripts/apt-install.sh PACKAGE...
#
# While apt-get runs, Debian's policy layer (policy-rc.d) denies every start of a service; an administrator's own
# policy is left alone. The file denies nothing once this process is gone, even if it was killed.
set -eu
policy=${POLICY_FILE:-/usr/sbin/policy-rc.d}

if ! [ -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 130' INT TERM HUP
  # shellcheck disable=SC2016 # $0 is the policy's own
  printf '#!/bin/sh\nkill -0 %s 2>/dev/null && exit 101\nrm -f "$0"\n' $$ >"$policy.new"
  chmod 755 "$policy.new"
  mv "$policy.new" "$policy"
fi
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends --no-remove \
  -o DPkg::Lock::Timeout=120 "$@" >&2
