"""Debian packages for the benchmarks, unpacked into the build folder instead of being installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def unpacked(package: str, build: Path) -> Path:
    """The root of a package's files; it is downloaded once. Raises `CalledProcessError` where apt can't get
    it."""
    root = build / "debian" / package
    if not (root / "usr").exists():
        root.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "download", "--quiet", package], cwd=root, check=True, stdout=sys.stderr)
        (archive,) = root.glob("*.deb")
        subprocess.run(["dpkg-deb", "--extract", archive, root], check=True)
        archive.unlink()
    return root
