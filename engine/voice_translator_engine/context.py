"""How much of Whisper's encoder window a recording needs."""

from __future__ import annotations

import math

FRAMES_PER_S = 50
"""Encoder positions per second of audio."""
SHORT_CONTEXT, CONTEXT, FULL_CONTEXT, MARGIN = 512, 768, 1500, 256
"""Encoder positions. Fewer than 512 break decoding; 512 is as good as all for short English, but errs three
times as often as 768 at 9 s, where the decoder goes round in circles when speech ends near the window's
end."""
SHORT_S = 6.0
"""Up to this length the short window does."""


def context_for(seconds: float, language: str, partial: bool) -> int:
    """The encoder positions for a recording: fewer are faster, and outside English less accurate."""
    if seconds <= SHORT_S and (partial or language == "en"):
        return SHORT_CONTEXT
    return min(FULL_CONTEXT, max(CONTEXT, math.ceil(seconds * FRAMES_PER_S) + MARGIN))
