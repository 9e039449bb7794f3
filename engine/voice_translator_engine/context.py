"""How much of Whisper's encoder window a recording needs."""

from __future__ import annotations

import math

from .audio import RATE

FRAMES_PER_S = 50
"""Encoder positions per second of audio."""
SHORTEST_CONTEXT, CAREFUL_CONTEXT, FULL_CONTEXT, CONTEXT_MARGIN = 512, 768, 1500, 64
"""Encoder positions: fewer than 512 break decoding; Spanish errs half as often with 768 as with 512."""


def context_for(seconds: float, language: str, partial: bool) -> int:
    """The encoder positions that cover a recording: fewer are faster, and outside English less accurate."""
    shortest = SHORTEST_CONTEXT if partial or language == "en" else CAREFUL_CONTEXT
    return min(FULL_CONTEXT, max(shortest, math.ceil(seconds * FRAMES_PER_S) + CONTEXT_MARGIN))
