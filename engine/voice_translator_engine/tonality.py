"""Tells music and tones from speech: a note's partials stay where they are, those of a voice glide.

Scheirer and Slaney (ICASSP 1997) survey such features; this is the plainest of them, the share of spectral
peaks that are still peaks at the same frequency a fifth of a second later. Human recordings (short prompts in
four languages) stay below 0.22, plucked melodies above 0.46.
"""

from __future__ import annotations

import numpy as np

from .audio import RATE

WINDOW, HOP, LAG = 1024, RATE // 50, 10
"""Samples of a spectrum, samples between two, and spectra between the two that are compared (0.2 s)."""
BAND = slice(200 * WINDOW // RATE, 4000 * WINDOW // RATE)
ABOVE_MEDIAN_DB, BELOW_STRONGEST_DB, BELOW_LOUDEST_DB = 12.0, 35.0, 30.0
FEWEST_PEAKS = 20
LONGEST = 30 * RATE
MUSIC = 0.40
"""The share from which a recording is music."""


def peak_persistence(samples: np.ndarray) -> float:
    """The share (0 to 1) of peaks that persist; 0 where there are too few to tell."""
    samples = samples[:LONGEST]
    if len(samples) < WINDOW + LAG * HOP:
        return 0.0
    windows = np.lib.stride_tricks.sliding_window_view(samples, WINDOW)[::HOP] * np.hanning(WINDOW).astype(
        np.float32
    )
    decibels = 20 * np.log10(np.abs(np.fft.rfft(windows, axis=1)[:, BAND]) + 1e-7)
    strongest = decibels.max(axis=1)
    floor = np.maximum(np.median(decibels, axis=1) + ABOVE_MEDIAN_DB, strongest - BELOW_STRONGEST_DB)
    inner = decibels[:, 1:-1]
    peaks = (inner > decibels[:, :-2]) & (inner >= decibels[:, 2:]) & (inner > floor[:, None])
    loud = strongest[:-LAG] > strongest.max() - BELOW_LOUDEST_DB
    before, after = peaks[:-LAG][loud], peaks[LAG:][loud]
    count = int(before.sum())
    return float((before & after).sum()) / count if count >= FEWEST_PEAKS else 0.0
