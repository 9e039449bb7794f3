"""Where each millisecond went: bars of stages against the release of the key, as text and as a picture."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

Stage = tuple[str, float, float]
"""A name, and when it began and ended, in milliseconds from the release of the key."""
WIDTH = 72


def text(title: str, stages: list[Stage]) -> str:
    """Bars of characters; `|` is the release of the key."""
    low, high = min(0.0, *(begin for _, begin, _ in stages)), max(1.0, *(end for _, _, end in stages))
    column = lambda at: round((at - low) / (high - low) * (WIDTH - 1))  # noqa: E731
    lines = [title]
    for name, begin, end in stages:
        row = [" "] * WIDTH
        row[column(0)] = "|"
        for at in range(column(begin), max(column(begin) + 1, column(end))):
            row[at] = "#"
        lines.append(f"{name:<22}{''.join(row)} {begin:6.0f} … {end:.0f} ms")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def picture(charts: list[tuple[str, list[Stage]]], path: Path, build: Path) -> None:
    """All charts in one PNG, drawn by Pillow in an environment of its own below `build`."""
    import json

    python = build / "picture/bin/python"
    if not (build / "picture/ready").exists():
        subprocess.run(["/usr/bin/python3", "-m", "venv", "--clear", str(python.parents[1])], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "pillow==13.0.0"],
                       check=True, stdout=sys.stderr)
        (build / "picture/ready").touch()
    subprocess.run([str(python), str(Path(__file__).with_name("picture.py")), str(path)], input=json.dumps(charts),
                   text=True, check=True)
