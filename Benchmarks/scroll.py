"""The conversation with 100,000 utterances in it: what a key press costs, from the key to the canvas."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

def main() -> None:
    """Prints the rows."""
    swift = subprocess.run([ROOT / "scripts/toolchain.sh"], check=True, capture_output=True, text=True).stdout.strip()
    run = subprocess.run([swift, "run", "-c", "release", "ScreenBenchmark"], cwd=ROOT, check=True, stdout=subprocess.PIPE,
                         text=True)
    figures = json.loads(run.stdout)
    rows = [["a line up", figures["line_ms"]], ["a page up", figures["page_ms"]],
            ["the first or the newest line", figures["ends_ms"]], ["a search to the other end", figures["search_ms"]]]
    print(json.dumps({"columns": ["with 100,000 utterances", "ms"],
                      "rows": [[name, round(value, 2)] for name, value in rows]
                      + [["memory that they take, MB", round(figures["megabytes"], 1)]]}))


if __name__ == "__main__":
    main()
