"""A fake Debian: `dpkg-query`, `apt-cache`, `apt-get`, `sudo` and `id` on PATH, with packages that exist only in files.

The real ones can't be made to fail on demand, and a test must not change the machine's packages.
"""

from __future__ import annotations

import os
import pty
import subprocess
from dataclasses import dataclass
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"

DPKG_QUERY = """#!/bin/sh
shift 2
for name; do grep -qx "$name" "$FAKE/installed" && echo "$name installed" || status=1; done
exit ${status:-0}
"""
APT_CACHE = """#!/bin/sh
grep -qx "$2" "$FAKE/known" && printf '%s:\\n  Candidate: 1.0\\n' "$2"
exit 0
"""
APT_GET = """#!/bin/sh
echo "apt-get $*" >> "$FAKE/log"
if [ "$1" = update ]; then [ -e "$FAKE/known-after-update" ] && cp "$FAKE/known-after-update" "$FAKE/known"; exit 0; fi
[ -x "$POLICY_FILE" ] && { "$POLICY_FILE" some-daemon start; echo "service start: $?" >> "$FAKE/log"; }
for name; do
  case $name in install | -* | *::*) continue ;; esac
  if grep -qx "$name" "$FAKE/unfetchable" 2>/dev/null; then echo "E: Failed to fetch $name" >&2; exit 100; fi
done
for name; do case $name in install | -* | *::*) ;; *) echo "$name" >> "$FAKE/installed" ;; esac; done
"""
SUDO = """#!/bin/sh
if [ "$1" = -n ]; then [ -e "$FAKE/sudo-without-password" ] || exit 1; shift; fi
echo "sudo" >> "$FAKE/log"
exec "$@"
"""
ID = """#!/bin/sh
cat "$FAKE/uid"
"""


@dataclass
class Outcome:
    """What a run of packages.sh did."""

    status: int
    text: str


@dataclass
class FakeDebian:
    """A machine with packages; `folder` holds its state."""

    folder: Path

    def __post_init__(self) -> None:
        """Lays the fake programs down: root, with nothing installed and nothing known."""
        (self.folder / "bin").mkdir()
        fakes = {"dpkg-query": DPKG_QUERY, "apt-cache": APT_CACHE, "apt-get": APT_GET, "sudo": SUDO, "id": ID}
        for name, text in fakes.items():
            path = self.folder / "bin" / name
            path.write_text(text)
            path.chmod(0o755)
        self.write("installed")
        self.write("known")
        self.write("uid", "0")

    def write(self, name: str, *lines: str) -> None:
        """Sets one file of the state."""
        (self.folder / name).write_text("".join(f"{line}\n" for line in lines))

    def without(self, name: str) -> None:
        """Takes one of the fake programs away."""
        (self.folder / "bin" / name).unlink()

    def log(self) -> str:
        """What was run."""
        path = self.folder / "log"
        return path.read_text() if path.exists() else ""

    def environment(self, **more: str) -> dict[str, str]:
        """Only the fakes and the system's basic tools."""
        tools = self.folder / "tools"
        if not tools.exists():
            tools.mkdir()
            for name in ("sh", "awk", "sed", "tr", "grep", "cat", "dirname", "mv", "rm", "chmod", "cp", "env", "true"):
                found = next(Path(place) / name for place in ("/usr/bin", "/bin") if (Path(place) / name).exists())
                (tools / name).symlink_to(found)
        return {"PATH": f"{self.folder}/bin:{tools}", "FAKE": str(self.folder),
                "POLICY_FILE": str(self.folder / "policy-rc.d")} | more

    def install(self, *requirements: str, answer: str | None = None, **environment: str) -> Outcome:
        """Runs packages.sh on a list; with `answer` on a terminal where that is typed, else without one."""
        wanted = self.folder / "list.txt"
        wanted.write_text("".join(f"{line}\n" for line in requirements))
        command = [str(SCRIPTS / "packages.sh"), str(wanted)]
        if answer is None:
            run = subprocess.run(command, env=self.environment(**environment), stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
            return Outcome(run.returncode, run.stdout)
        return self._on_terminal(command, answer, environment)

    def _on_terminal(self, command: list[str], answer: str, environment: dict[str, str]) -> Outcome:
        screen, terminal = pty.openpty()
        process = subprocess.Popen(command, env=self.environment(**environment), stdin=terminal, stdout=terminal,
                                   stderr=terminal, start_new_session=True)
        os.close(terminal)
        os.write(screen, answer.encode())
        text = b""
        while True:
            try:
                piece = os.read(screen, 4096)
            except OSError:  # EIO: nobody holds the terminal any more
                break
            if not piece:
                break
            text += piece
        os.close(screen)
        return Outcome(process.wait(timeout=60), text.decode())
