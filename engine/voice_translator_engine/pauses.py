"""Notices when a speaker stops: the moment to recognise all that was said, before the recording even ends."""

from __future__ import annotations

import numpy as np

from .gate import ACTIVE_BELOW_PEAK_DB, FRAME, SILENCE_DBFS, levels

PAUSE_FRAMES = 5
"""Quiet frames of 20 ms that make a pause: longer than the closure of a plosive."""


class Pauses:
    """The level of a recording as it arrives."""

    def __init__(self) -> None:
        self._loudest, self._quiet, self._rest = SILENCE_DBFS, 0, np.zeros(0, np.float32)
        self.spoken = 0
        """Samples up to the last loud frame's end."""
        self._count = 0

    def hear(self, samples: np.ndarray) -> None:
        """Takes the next samples."""
        samples = np.concatenate((self._rest, samples))
        for level in levels(samples):
            self._count += FRAME
            self._loudest = max(self._loudest, float(level))
            if level > max(SILENCE_DBFS, self._loudest - ACTIVE_BELOW_PEAK_DB):
                self._quiet, self.spoken = 0, self._count
            else:
                self._quiet += 1
        self._rest = samples[len(samples) // FRAME * FRAME :]

    @property
    def paused(self) -> bool:
        """Whether something was said and it has been quiet since."""
        return self.spoken > 0 and self._quiet >= PAUSE_FRAMES
