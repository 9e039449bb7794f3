"""How well the built-in engine hears and translates a corpus of synthetic and human speech."""

import subprocess
import sys
from pathlib import Path

ENGINE = Path(__file__).resolve().parent.parent / "engine"
sys.exit(subprocess.run([str(ENGINE / ".venv/bin/python"), str(ENGINE / "benchmarks/accuracy.py")]).returncode)
