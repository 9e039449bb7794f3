"""From the end of a recording to the first MP3, over live turns, next to faster-whisper's recognition on the
same weights in the same run; and how long the engine takes to be ready, to give a first sign, and what memory
it needs.

The variable BENCH_TURNS sets the turns of each kind (10).
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import baseline
from corpus import BUILD, ENGINE, RATE, utterances
from scores import word_errors, words

sys.path.insert(0, str(ENGINE / "tests"))
from launch import Launched  # noqa: E402  (found through the path above)
from test_load import memory  # noqa: E402
from test_partials import LiveTurn  # noqa: E402

PAIRS = (("en", "es"), ("es", "en"), ("fr", "en"), ("it", "en"), ("de", "de"))
"""German has no route for text without a pulled model, so its turns are spoken in German."""
LENGTHS, TEXTS = (2, 4, 8), 5
TURNS = int(os.environ.get("BENCH_TURNS", "10"))
PRE_ROLL, HANGOVER = bytes(int(0.3 * RATE) * 2), bytes(int(0.2 * RATE) * 2)
"""Silence from before the key's press, and after its release."""


class Baseline:
    """A running faster-whisper."""

    def __init__(self, build: Path, threads: int) -> None:
        python, model = baseline.prepare(build)
        began = time.monotonic()
        self._process = subprocess.Popen(
            [str(python), baseline.__file__, str(model), str(threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._process.stdout.readline()
        self.ready_ms = 1000 * (time.monotonic() - began)

    def transcribe(self, samples: bytes, language: str) -> tuple[float, str]:
        """One recording's time in ms, and its text."""
        with tempfile.NamedTemporaryFile() as file:
            file.write(samples)
            file.flush()
            self._process.stdin.write(json.dumps({"file": file.name, "language": language}) + "\n")
            self._process.stdin.flush()
            answer = json.loads(self._process.stdout.readline())
        return answer["ms"], answer["text"]

    @property
    def memory_mb(self) -> float:
        """Its proportional set size."""
        lines = Path(f"/proc/{self._process.pid}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000

    def stop(self) -> None:
        """Ends it."""
        self._process.stdin.close()
        self._process.wait()


def spread(values: Sequence[float]) -> list[object]:
    """Median and 90th percentile (the nearest rank), rounded."""
    ordered = sorted(values)
    return (
        [round(statistics.median(ordered)), round(ordered[-(-9 * len(ordered) // 10) - 1])]
        if ordered
        else ["–", "–"]
    )


def wrong(errors: Sequence[tuple[int, int]]) -> object:
    """The word error rate in percent, from errors and words."""
    return round(100 * sum(count for count, _ in errors) / sum(total for _, total in errors), 1)


@dataclass(frozen=True)
class Turn:
    """What a live turn took, seen from the client. Times in ms."""

    first_speech: float
    """From the body's end to the first speech."""
    text: float
    """From the body's end to the final text."""
    first_partial: float | None
    """From the beginning of speech to the first partial text."""
    heard: str


def turn(engine: Launched, samples: bytes, source: str, target: str) -> Turn:
    """Speaks a turn at the pace of speech, and notes when its lines come."""
    live = LiveTurn(engine.path, **{"from": source, "to": target})
    lines: list[tuple[float, dict]] = []
    reader = threading.Thread(target=lambda: lines.extend((time.monotonic(), line) for line in live.each()))
    reader.start()
    live.speak(PRE_ROLL)
    began = time.monotonic()
    live.speak(samples + HANGOVER)
    live.send(b"")
    ended = time.monotonic()
    reader.join()
    live.close()

    def first(kind: str, **fields: object) -> tuple[float, dict] | None:
        return next(
            (
                (at, line)
                for at, line in lines
                if line["type"] == kind and all(line[name] == value for name, value in fields.items())
            ),
            None,
        )

    final, speech, partial = (
        first("recognized", final=True),
        first("speech"),
        first("recognized", final=False),
    )
    assert final is not None and speech is not None, [line for _, line in lines]
    return Turn(
        1000 * (speech[0] - ended),
        1000 * (final[0] - ended),
        1000 * (partial[0] - began) if partial else None,
        final[1]["text"],
    )


def compare(
    engine: Launched, other: Baseline, source: str, target: str, seconds: int
) -> tuple[list[object], list[float]]:
    """One line of the table, and the times to the first partial."""
    ours: list[Turn] = []
    theirs: list[float] = []
    our_errors, their_errors = [], []
    spoken = utterances(source, seconds, TEXTS)
    for text, samples in (spoken * TURNS)[:TURNS]:
        ours.append(turn(engine, samples, source, target))
        took, heard = other.transcribe(PRE_ROLL + samples + HANGOVER, source)
        theirs.append(took)
        reference = words(text)
        our_errors.append((word_errors(reference, words(ours[-1].heard)), len(reference)))
        their_errors.append((word_errors(reference, words(heard)), len(reference)))
    row = [
        f"{source} → {target}, {seconds} s: first MP3, ms",
        *spread([one.first_speech for one in ours]),
        *spread([one.text for one in ours]),
        *spread(theirs),
        wrong(our_errors),
        wrong(their_errors),
    ]
    return row, [one.first_partial for one in ours if one.first_partial is not None]


def start_ms(folder: Path) -> float:
    """From the engine's start to its being ready."""
    began = time.monotonic()
    with Launched(socket_path=folder / "start/engine.sock") as engine:
        engine.wait_ready()
        return 1000 * (time.monotonic() - began)


def main() -> None:
    """Prints the rows."""
    threads = min(4, len(os.sched_getaffinity(0)))
    BUILD.mkdir(parents=True, exist_ok=True)
    other = Baseline(BUILD, threads)
    rows, partials = [], []
    with tempfile.TemporaryDirectory() as name:
        starts = [start_ms(Path(name)) for _ in range(TURNS)]
        with Launched(socket_path=Path(name) / "run/engine.sock") as engine:
            engine.wait_ready()
            for source, target in PAIRS:
                for seconds in LENGTHS:
                    row, firsts = compare(engine, other, source, target, seconds)
                    rows.append(row)
                    partials += firsts
                    print(row, file=sys.stderr)
            ours = memory(engine)
    nothing = ["–"] * 2
    rows += [
        ["start to ready, ms", *spread(starts), *nothing, round(other.ready_ms), "–", *nothing],
        ["speech begins to first partial text, ms", *spread(partials), *nothing, *nothing, *nothing],
        ["memory, MB", round(ours), "–", *nothing, round(other.memory_mb), "–", *nothing],
    ]
    other.stop()
    print(
        json.dumps(
            {
                "columns": [
                    "",
                    "median",
                    "p90",
                    "final text: median",
                    "p90",
                    "faster-whisper's text: median",
                    "p90",
                    "WER %",
                    "faster-whisper's WER %",
                ],
                "rows": rows,
            },
            ensure_ascii=False,
        )
    )


if __name__ == "__main__":
    main()
