#!/usr/bin/env python3
"""Writes the tables of measured figures into the pages: `tables.py [--check]`.

In a Markdown page of the top folder, Benchmarks/ or engine/, whatever stands between `<!-- bench NAME -->` and
`<!-- end bench -->` is replaced by the table of Benchmarks/results/NAME.json (its shape: see record.py).
With --check nothing is written; exit status 1 if a page is out of date or names a result that isn't there.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(<!-- bench ([a-z0-9-]+) -->\n).*?(<!-- end bench -->)", re.DOTALL)


def cell(value: object) -> str:
    """A value as a table shows it."""
    return str(value).replace("|", "\\|")


def table(result: dict) -> str:
    """A result as a Markdown table; numbers stand to the right, and the machine below."""
    columns, rows = result["columns"], result["rows"]
    numeric = [all(isinstance(row[i], (int, float)) for row in rows) for i in range(len(columns))]
    lines = [columns, ["---:" if right else "---" for right in numeric], *rows]
    text = "".join("| " + " | ".join(map(cell, line)) + " |\n" for line in lines)
    machine = result["machine"]
    return (f"{text}\n{result['date']}, {machine['processor']}, {machine['cores']} cores, "
            f"{machine['memory_gb']} GB, {machine['system']}; `make bench-{result.get('benchmark', result['name'])}`\n")


def fill(page: str, results: Path) -> str:
    """A page with its tables up to date; raises `FileNotFoundError` for a result that isn't there."""
    def replaced(block: re.Match[str]) -> str:
        result = json.loads((results / f"{block[2]}.json").read_text())
        return f"{block[1]}{table(result)}{block[3]}"
    return BLOCK.sub(replaced, page)


def main(check: bool, root: Path = ROOT) -> int:
    """Brings the pages up to date, or says which are not."""
    status = 0
    for path in sorted([*root.glob("*.md"), *root.glob("Benchmarks/*.md"), *root.glob("engine/*.md")]):
        page = path.read_text()
        try:
            filled = fill(page, root / "Benchmarks" / "results")
        except FileNotFoundError as missing:
            print(f"{path.name} shows a result that isn't there: {missing.filename}", file=sys.stderr)
            status = 1
            continue
        if filled != page and check:
            print(f"{path.name} differs from Benchmarks/results; run 'make tables'.", file=sys.stderr)
            status = 1
        elif filled != page:
            path.write_text(filled)
    return status


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
