"""Recordings in which nobody speaks, made by rule: `python engine/tests/takes.py [DIRECTORY]` counts or
writes them."""

from __future__ import annotations

import sys
import wave
from collections.abc import Iterator
from pathlib import Path

import numpy as np

RATE = 16_000
LEVELS = (-60, -50, -40, -30, -20)
"""RMS in dBFS."""
LENGTHS = (1.0, 2.5, 5.0)
"""Seconds."""


def at_level(signal: np.ndarray, dbfs: float) -> np.ndarray:
    """Scales a signal to an RMS level; peaks are clipped."""
    rms = float(np.sqrt(np.mean(np.square(signal)))) or 1.0
    return np.clip(signal * 10 ** (dbfs / 20) / rms, -1, 1)


def pink(count: int, random: np.random.Generator) -> np.ndarray:
    """Noise with equal power in every octave."""
    spectrum = np.fft.rfft(random.standard_normal(count))
    spectrum[1:] /= np.sqrt(np.arange(1, len(spectrum)))
    spectrum[0] = 0
    return np.fft.irfft(spectrum, count)


def hum(count: int, frequency: float, random: np.random.Generator) -> np.ndarray:
    """Mains hum: a fundamental, odd and even harmonics, and a little hiss."""
    times = np.arange(count) / RATE
    tone = sum(
        np.sin(2 * np.pi * frequency * order * times + random.uniform(0, 6)) / order for order in range(1, 8)
    )
    return tone + 0.01 * random.standard_normal(count)


def clicks(count: int, random: np.random.Generator) -> np.ndarray:
    """Keyboard clicks: 3 to 9 a second, each a press and a softer release, over a quiet room."""
    signal = 0.002 * random.standard_normal(count)
    place = 0.0
    while (place := place + random.uniform(0.11, 0.33)) < count / RATE - 0.15:
        for delay, loudness in ((0.0, 1.0), (random.uniform(0.05, 0.09), 0.4)):
            start, length = int((place + delay) * RATE), int(0.012 * RATE)
            burst = random.standard_normal(length) * np.exp(-np.arange(length) / (0.003 * RATE))
            signal[start : start + length] += loudness * random.uniform(0.5, 1) * burst
    return signal


def music(count: int, random: np.random.Generator) -> np.ndarray:
    """A plucked melody over chords, in four parts."""
    signal, beat = np.zeros(count), int(random.uniform(0.18, 0.5) * RATE)
    root = random.uniform(110, 220)
    for start in range(0, count, beat):
        steps = random.choice([0, 2, 4, 5, 7, 9, 11, 12, 14, 16], 4)
        times = np.arange(min(3 * beat, count - start)) / RATE
        for step in steps:
            frequency = root * 2 ** (step / 12)
            for order in (1, 2, 3, 4):
                signal[start : start + len(times)] += (
                    np.sin(2 * np.pi * frequency * order * times) * np.exp(-times * 3 * order) / order
                )
    return signal


def takes() -> Iterator[tuple[str, np.ndarray]]:
    """All takes, named, as float32 samples; the same every time."""
    random = np.random.default_rng(7)
    for length in (0.3, 1.0, 2.0, 5.0, 10.0):
        yield f"zeros-{length}s", np.zeros(int(length * RATE), np.float32)
    for length in LENGTHS:
        count = int(length * RATE)
        for level in LEVELS:
            kinds = {
                "white": random.standard_normal(count),
                "pink": pink(count, random),
                "hum50": hum(count, 50, random),
                "hum60": hum(count, 60, random),
            }
            for kind, signal in kinds.items():
                yield f"{kind}{level}-{length}s", at_level(signal, level).astype(np.float32)
            for kind, make in (("clicks", clicks), ("music", music)):
                for take in range(5):
                    yield (
                        f"{kind}{level}-{length}s-{take}",
                        at_level(make(count, random), level).astype(np.float32),
                    )


if __name__ == "__main__":
    found = list(takes())
    for name, samples in found if len(sys.argv) > 1 else ():
        with wave.open(str(Path(sys.argv[1]) / f"{name}.wav"), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", ""))
            file.writeframes((samples * 32767).astype("<i2").tobytes())
    print(f"{len(found)} takes")
