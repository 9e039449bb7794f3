"""Makes virtual environments from hash-pinned lock files. Only the standard library is needed here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

OLDEST = (3, 11)
"""The oldest Python that the lock files have wheels for."""
INSTALL = (
    "-m",
    "pip",
    "install",
    "--require-hashes",
    "--only-binary",
    ":all:",
    "--no-deps",
    "--retries",
    "2",
)


class NotMade(Exception):
    """An environment that couldn't be made; the message is the reason that the failing program gave."""


def pip_reason(output: str) -> str:
    """The line of pip's error output that says why it failed."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return (errors or lines or ["pip gave no reason"])[0]


def interpreter() -> str:
    """The Python to build an environment on: the system's where it is new enough, else the running one."""
    system = Path("/usr/bin/python3")
    if system.exists():
        version = os.path.basename(os.path.realpath(system)).removeprefix("python")
        if tuple(int(part) for part in version.split(".") if part.isdigit()) >= OLDEST:
            return str(system)
    return sys.executable


def run(command: Sequence[str]) -> None:
    """Runs a command in silence. Raises `NotMade`."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"},
    )
    if done.returncode != 0:
        raise NotMade(pip_reason(done.stderr + done.stdout))


def requirements(locks: Sequence[Path]) -> list[str]:
    """pip's options that name lock files."""
    return [word for lock in locks for word in ("-r", str(lock))]


def make(venv: Path, locks: Sequence[Path], finish: Callable[[Path], None]) -> None:
    """Makes an environment beside `venv` and then puts it into that place: until it is whole, an earlier one
    stays as it was. `finish` adds what isn't in the locks; it gets the environment's place of the moment.

    Raises `NotMade` or `OSError`.
    """
    new, old = venv.with_name(f".{venv.name}.new"), venv.with_name(f".{venv.name}.old")
    venv.parent.mkdir(parents=True, exist_ok=True)
    try:
        run([interpreter(), "-m", "venv", "--clear", str(new)])
        run([str(new / "bin/python"), *INSTALL, *requirements(locks)])
        finish(new)
        _rename_in_scripts(new, venv)
        shutil.rmtree(old, ignore_errors=True)
        if venv.is_symlink():
            venv.unlink()
        elif venv.exists():
            venv.rename(old)
        new.rename(venv)
    finally:
        shutil.rmtree(new, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def _rename_in_scripts(made: Path, final: Path) -> None:
    """Scripts name their interpreter by its path, which is about to change."""
    for script in (made / "bin").iterdir():
        if script.is_file() and not script.is_symlink():
            script.write_bytes(script.read_bytes().replace(os.fsencode(made), os.fsencode(final)))
