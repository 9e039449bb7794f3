"""The built-in engine: from the end of a recording to the first MP3, next to faster-whisper on the same weights."""

import subprocess
import sys
from pathlib import Path

ENGINE = Path(__file__).resolve().parent.parent / "engine"
sys.exit(subprocess.run([str(ENGINE / ".venv/bin/python"), str(ENGINE / "benchmarks/latency.py")]).returncode)
