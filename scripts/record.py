#!/usr/bin/env python3
"""Runs one benchmark and keeps what it measured: `record.py NAME`.

Benchmarks/NAME.py prints one JSON object on standard output: {"columns": [...], "rows": [[...], ...]}.
Benchmarks/results/NAME.json adds to it:

    {"name": "NAME", "date": "2026-01-31",
     "machine": {"processor": "…", "cores": 2, "memory_gb": 7.8, "system": "Debian GNU/Linux 12 (bookworm)",
                 "kernel": "…"},
     "columns": ["stage", "median ms"], "rows": [["recognise", 255]]}

A benchmark with several tables prints the others as {"more": {"PART": {"columns", "rows"}}}; they become
Benchmarks/results/NAME-PART.json.

A run that fails leaves the earlier result as it was.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent.parent / "Benchmarks"


def field(path: str, pattern: str, default: str) -> str:
    """The first group of `pattern` in a file of /proc, or `default`."""
    found = re.search(pattern, Path(path).read_text(), re.MULTILINE)
    return found.group(1) if found else default


def machine() -> dict[str, str | int | float]:
    """The machine that is measured on."""
    return {
        "processor": field("/proc/cpuinfo", r"^model name\s*:\s*(.+)$", platform.machine()),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gb": round(int(field("/proc/meminfo", r"^MemTotal:\s*(\d+)", "0")) / 1e6, 1),
        "system": platform.freedesktop_os_release().get("PRETTY_NAME", "Linux"),
        "kernel": platform.release(),
    }


def main(name: str) -> int:
    """Runs the benchmark, checks the shape of what it printed, and writes the result."""
    run = subprocess.run([sys.executable, str(BENCHMARKS / f"{name}.py")], stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        print(f"The benchmark '{name}' failed with status {run.returncode}; nothing was written.", file=sys.stderr)
        return 1
    measured = json.loads(run.stdout)
    columns, rows = measured["columns"], measured["rows"]
    if not rows or any(len(row) != len(columns) for row in rows):
        print(f"The benchmark '{name}' printed rows that don't fit its columns; nothing was written.", file=sys.stderr)
        return 1
    parts = {name: measured} | {f"{name}-{part}": table for part, table in measured.get("more", {}).items()}
    for part, table in parts.items():
        result = {"name": part, "benchmark": name, "date": datetime.date.today().isoformat(), "machine": machine(),
                  "columns": table["columns"], "rows": table["rows"]}
        target = BENCHMARKS / "results" / f"{part}.json"
        target.parent.mkdir(exist_ok=True)
        target.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
