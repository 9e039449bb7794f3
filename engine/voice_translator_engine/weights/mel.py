"""Slaney's mel filter bank, as Whisper was trained with (Auditory Toolbox; area-normalised triangles)."""

from __future__ import annotations

import numpy as np

LINEAR_STEP_HZ = 200 / 3
"""Below 1 kHz the scale is linear: one mel is this many hertz."""
BREAK_HZ = 1000.0
LOG_STEP = np.log(6.4) / 27
"""Above 1 kHz, 27 mels multiply the frequency by 6.4."""


def mel_to_hertz(mels: np.ndarray) -> np.ndarray:
    """Slaney's mel scale to hertz."""
    break_mel = BREAK_HZ / LINEAR_STEP_HZ
    return np.where(
        mels < break_mel,
        LINEAR_STEP_HZ * mels,
        BREAK_HZ * np.exp(LOG_STEP * (np.maximum(mels, break_mel) - break_mel)),
    )


def mel_filters(bands: int, rate: int = 16_000, fft_size: int = 400) -> np.ndarray:
    """The filter bank from 0 Hz to half the rate, shape (bands, fft_size / 2 + 1), f32."""
    top_mel = BREAK_HZ / LINEAR_STEP_HZ + np.log(rate / 2 / BREAK_HZ) / LOG_STEP
    edges = mel_to_hertz(np.linspace(0, top_mel, bands + 2))
    bins = np.fft.rfftfreq(fft_size, 1 / rate)
    rising = (bins - edges[:-2, None]) / np.diff(edges)[:-1, None]
    falling = (edges[2:, None] - bins) / np.diff(edges)[1:, None]
    triangles = np.maximum(0, np.minimum(rising, falling))
    return (triangles * (2 / (edges[2:] - edges[:-2]))[:, None]).astype(np.float32)
