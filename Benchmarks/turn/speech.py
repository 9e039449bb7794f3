"""What is said in the benchmark: sentences of Tests/Speech, spoken by Pico through the engine, with pauses between."""

from __future__ import annotations

import sys
import wave
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests/EndToEnd"))
RATE = 16_000
PAUSE_S = 0.7
"""Between two sentences: people pause for 0.5 to 1 s."""


@dataclass(frozen=True)
class Utterance:
    """One thing to say."""

    length: int
    """Seconds, about."""
    sentences: tuple[str, ...]
    path: Path
    seconds: float


def sentences(language: str) -> list[str]:
    """A language's sentences; those with the same place mean the same."""
    return (ROOT / f"Tests/Speech/sentences/{language}.txt").read_text(encoding="utf-8").splitlines()


def compose(recordings: dict[str, np.ndarray], length: int, start: int, folder: Path) -> Utterance:
    """Whole sentences, from the one at `start` on, that last about so long together."""
    texts = list(recordings)
    chosen, samples = [], np.zeros(0, np.int16)
    for offset in range(len(texts)):
        text = texts[(start + offset) % len(texts)]
        gap = np.zeros(int(PAUSE_S * RATE) if chosen else 0, np.int16)
        longer = np.concatenate([samples, gap, recordings[text]])
        if chosen and abs(len(longer) / RATE - length) > abs(len(samples) / RATE - length):
            break
        chosen.append(text)
        samples = longer
    path = folder / f"{length}-{start}.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return Utterance(length, tuple(chosen), path, len(samples) / RATE)


def trimmed(samples: np.ndarray) -> np.ndarray:
    """Without the silence at both ends."""
    loud = np.flatnonzero(np.abs(samples.astype(np.int32)) > 200)
    return samples[loud[0]:loud[-1] + 1]
