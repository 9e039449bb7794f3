"""The silence before and after a spoken sentence: Pico puts up to a second there, which would all be waited
for."""

from __future__ import annotations

import numpy as np

FRAME_S = 0.01
QUIET = 0.006
"""RMS of a frame, full scale 1: −44 dBFS. Single samples of Pico's silence are louder."""
LEAD_S, TAIL_S = 0.04, 0.2
"""What is left of it, in seconds: soft consonants, and the pause to the next sentence."""
FADE_S = 0.005
"""Seconds over which the cut ends fade, so that no step is heard."""


def trimmed(samples: np.ndarray, rate: int) -> np.ndarray:
    """A sentence's samples with no more silence around it than that; all of them where nothing is loud."""
    frame = round(FRAME_S * rate)
    frames = samples[: len(samples) // frame * frame].reshape(-1, frame)
    loud = np.flatnonzero(np.mean(np.square(frames), axis=1) > QUIET**2)
    if not len(loud):
        return samples
    start = max(0, int(loud[0]) * frame - round(LEAD_S * rate))
    end = int(loud[-1] + 1) * frame + round(TAIL_S * rate)
    cut = np.pad(samples[start:end], (0, max(0, end - len(samples))))
    fade = np.linspace(0, 1, round(FADE_S * rate), dtype=np.float32)
    cut[: len(fade)] *= fade
    cut[-len(fade) :] *= fade[::-1]
    return cut
