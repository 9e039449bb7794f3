"""Tells speech from silence, noise and music before a recogniser is asked, because Whisper invents words for
both."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .audio import RATE
from .tonality import MUSIC, peak_persistence

FRAME = RATE // 50
"""Levels are taken over 20 ms."""
SILENCE_DBFS = -55.0
"""Below this, the loud parts of a recording are silence."""
BLOCK = 30 * RATE
"""Samples that are filtered at once: what is looked at may be an hour long."""
STEADY_DB = 6.0
"""Speech varies by far more than this between its loud and quiet frames; noise and hum by 1 to 2 dB."""
ACTIVE_BELOW_PEAK_DB = 30.0
RUMBLE_HZ = 80.0
"""Nothing below this is looked at, and everything above twice of it is."""
SHORTEST_VOICED_MS = 80
"""Shorter bursts are clicks."""


@dataclass(frozen=True)
class Activity:
    """What a recording holds. `reason` is None for speech, else silence or noise; times in ms from its
    start."""

    reason: str | None
    start_ms: int
    end_ms: int
    level_dbfs: float


def levels(samples: np.ndarray) -> np.ndarray:
    """RMS levels of the whole 20 ms frames in dBFS, floored at −120."""
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)
    power = np.einsum("ij,ij->i", frames, frames) / FRAME
    return 10 * np.log10(np.maximum(power, 1e-12))


def without_rumble(samples: np.ndarray) -> np.ndarray:
    """Takes out what is below speech: the level of pink noise wanders with its lowest frequencies."""
    filtered = []
    for start in range(0, len(samples), BLOCK):
        block = samples[start : start + BLOCK]
        gain = np.clip(np.fft.rfftfreq(len(block), 1 / RATE) / RUMBLE_HZ - 1, 0, 1)
        filtered.append(np.fft.irfft(np.fft.rfft(block) * gain, len(block)).astype(np.float32))
    return np.concatenate(filtered)


def longest_run(active: np.ndarray) -> int:
    """The length of the longest run of true values."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], active.astype(np.int8), [0]))))
    return int((edges[1::2] - edges[::2]).max(initial=0))


def examine(samples: np.ndarray) -> Activity:
    """Looks at a whole recording or what there is of it so far."""
    if len(samples) < FRAME:
        return Activity("silence", 0, 0, -120)
    samples = without_rumble(samples)
    decibels = levels(samples)
    loud, quiet = np.percentile(decibels, (95, 10))
    # A short word in a long recording fills less than a twentieth of it.
    peak = max(loud, float(np.sort(decibels)[-min(len(decibels), 5)]))
    active = decibels > max(SILENCE_DBFS, peak - ACTIVE_BELOW_PEAK_DB)
    places = np.flatnonzero(active)
    if peak < SILENCE_DBFS or len(places) == 0:
        return Activity("silence", 0, 0, peak)
    start, end = int(places[0]) * 20, int(places[-1] + 1) * 20
    steady = peak - quiet < STEADY_DB
    clicks = longest_run(active) * 20 < SHORTEST_VOICED_MS
    noise = steady or clicks or peak_persistence(samples[start * RATE // 1000 : end * RATE // 1000]) > MUSIC
    return Activity("noise" if noise else None, start, end, peak)
