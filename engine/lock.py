#!/usr/bin/env python3
"""Regenerates the hash-pinned lock files: `python3 engine/lock.py` those of the engine, with names those of
other
`.in` files (`python3 engine/lock.py Tests/requirements.in`). With `--no-deps` they get only what those files list:
for a program that runs without much of what it asks for.

Every requirement is resolved with pip for each supported Python and processor; the hash of every wheel so
found goes into the lock, so that one file serves all machines and nothing is ever built from source.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PYTHONS = ("3.11", "3.12", "3.13")
MACHINES = ("x86_64", "aarch64")
GLIBCS = (
    "manylinux2014",
    "manylinux_2_17",
    "manylinux_2_24",
    "manylinux_2_26",
    "manylinux_2_27",
    "manylinux_2_28",
    "manylinux_2_31",
    "manylinux_2_34",
    "manylinux_2_35",
)


def resolve(
    sources: list[Path], python: str, machine: str, options: list[str]
) -> dict[str, tuple[str, str]]:
    """Resolves requirement files for one target; gives {name: (version, sha256 of its wheel)}.

    `options` are more of pip's.
    """
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--dry-run",
        "--ignore-installed",
        "--quiet",
        "--report",
        "-",
        "--only-binary",
        ":all:",
        "--target",
        "/nonexistent",
        "--implementation",
        "cp",
        "--python-version",
        python,
        *options,
    ]
    for glibc in GLIBCS:
        command += ["--platform", f"{glibc}_{machine}"]
    for source in sources:
        command += ["-r", str(source)]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    found = {}
    for item in report["install"]:
        name = item["metadata"]["name"].lower().replace("_", "-").replace(".", "-")
        found[name] = (item["metadata"]["version"], item["download_info"]["archive_info"]["hashes"]["sha256"])
    return found


def lock(sources: list[Path], target: Path, known: set[str], options: list[str] | None = None) -> set[str]:
    """Writes one lock file without the names in `known`; gives the names it wrote."""
    wheels: dict[str, dict[str, dict[str, set[str]]]] = {}
    for python in PYTHONS:
        for machine in MACHINES:
            for name, (version, digest) in resolve(sources, python, machine, options or []).items():
                wheels.setdefault(name, {}).setdefault(version, {}).setdefault(digest, set()).add(python)
    lines = [f"# Made by engine/lock.py from {sources[-1].name}; don't edit."]
    for name in sorted(set(wheels) - known):
        for version, digests in sorted(wheels[name].items()):
            pythons = set().union(*digests.values())
            marker = (
                ""
                if pythons == set(PYTHONS)
                else " ; " + " or ".join(f"python_version == '{python}'" for python in sorted(pythons))
            )
            hashes = " \\\n".join(f"    --hash=sha256:{digest}" for digest in sorted(digests))
            lines.append(f"{name}=={version}{marker} \\\n{hashes}")
    target.write_text("\n".join(lines) + "\n")
    return set(wheels)


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    engine, tests = here / "requirements.in", here / "requirements-test.in"
    options = [word for word in sys.argv[1:] if word == "--no-deps"]
    if names := [word for word in sys.argv[1:] if word not in options]:
        for name in names:
            lock([Path(name)], Path(name).with_suffix(".lock"), set(), options)
    else:
        known = lock([engine], here / "requirements.lock", set())
        lock([engine, tests], here / "requirements-test.lock", known)
        piper = here / "voice_translator_engine/piper/requirements.in"
        lock([piper], piper.with_suffix(".lock"), set())
