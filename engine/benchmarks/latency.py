"""From the end of the recording to the first MP3, over live turns, side by side with faster-whisper's recognition."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import baseline
from corpus import ENGINE, RATE, Launched, utterances
from test_partials import LiveTurn
from turn import error_rate



PAIRS = (("en", "es"), ("es", "en"), ("fr", "en"), ("it", "en"), ("de", "de"))
"""German has no route without a pulled model, so its turns are spoken in German."""
LENGTHS, COUNT = (2, 4, 8), 3
HANGOVER = bytes(int(0.2 * RATE) * 2)
"""Silence that the recorder adds after the key is released."""


class Baseline:
    """A running faster-whisper."""

    def __init__(self, build: Path, threads: int) -> None:
        python, model = baseline.prepare(build)
        self._process = subprocess.Popen([str(python), baseline.__file__, str(model), str(threads)],
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def transcribe(self, samples: bytes, language: str) -> dict:
        """One recording's text and time."""
        import numpy as np

        with tempfile.NamedTemporaryFile() as file:
            (np.frombuffer(samples, "<i2").astype(np.float32) / 32768).tofile(file.name)
            self._process.stdin.write(json.dumps({"file": file.name, "language": language}) + "\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())

    def stop(self) -> None:
        """Ends it."""
        self._process.stdin.close()
        self._process.wait()


def turn(engine: Launched, samples: bytes, source: str, target: str) -> tuple[dict, str]:
    """One live turn: its milestones in ms after the end of the body, and the text heard."""
    live = LiveTurn(engine.path, **{"from": source, "to": target})
    live.speak(samples + HANGOVER)
    live.send(b"")
    lines = live.lines()
    live.close()
    milestones = lines[-1]["milestones_ms"]
    text = next((line["text"] for line in lines if line["type"] == "recognized" and line["final"]), "")
    return {name: at - milestones["body_end"] for name, at in milestones.items()}, text


def main() -> None:
    """Prints the rows."""
    rows, threads = [], min(4, len(os.sched_getaffinity(0)))
    build = ENGINE.parent / ".build/bench"
    build.mkdir(parents=True, exist_ok=True)
    other = Baseline(build, threads)
    with tempfile.TemporaryDirectory() as directory:
        with Launched(socket_path=Path(directory) / "run/engine.sock") as engine:
            engine.wait_ready()
            for source, target in PAIRS:
                for seconds in LENGTHS:
                    finals, firsts, theirs, ours_wrong, theirs_wrong = [], [], [], [], []
                    for text, samples in utterances(engine, source, seconds, COUNT):
                        milestones, heard = turn(engine, samples, source, target)
                        finals.append(milestones["final"])
                        firsts.append(milestones["first_speech"])
                        ours_wrong.append(error_rate(text, heard))
                        answer = other.transcribe(samples + HANGOVER, source)
                        theirs.append(answer["ms"])
                        theirs_wrong.append(error_rate(text, answer["text"]))
                        time.sleep(0.1)
                    rows.append([f"{source} → {target}", seconds, round(statistics.median(firsts)), max(firsts),
                                 round(statistics.median(finals)), round(statistics.median(theirs)),
                                 round(100 * statistics.mean(ours_wrong)), round(100 * statistics.mean(theirs_wrong))])
                    print(rows[-1], file=sys.stderr)
    other.stop()
    print(json.dumps({"columns": ["turn", "utterance s", "first MP3 ms, median", "slowest", "text ms, median",
                                  "faster-whisper text ms", "WER %", "faster-whisper WER %"], "rows": rows}))


if __name__ == "__main__":
    main()
