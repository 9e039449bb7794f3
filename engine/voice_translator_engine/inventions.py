"""Sentences that Whisper is known to invent where nobody speaks: they come from subtitles it was trained
on."""

from __future__ import annotations

import re

PATTERNS = (
    r"thanks? (you )?(so much |very much )?for watching.*",
    r"thank you\.?",
    r"please subscribe.*",
    r"you",
    r"bye\.?",
    r"(subtitles|captions) by .*",
    r"subtítulos (realizados )?por .*",
    r"¡?gracias por ver( el video)?!?\.?",
    r"¡?suscríbete.*",
    r"sous-titr.*",
    r"merci d'avoir regardé.*",
    r"sottotitoli .*",
    r"untertitel.*",
    r"vielen dank( für.*)?\.?",
    r"legendas .*",
    r"obrigad[oa] por assistir.*",
    r"amara\.org.*",
    r"\W*",
)
_INVENTION = re.compile("|".join(f"(?:{pattern})" for pattern in PATTERNS), re.IGNORECASE)
NEARLY_SILENT_DBFS = -45.0
UNSURE = 0.45
"""Mean token probability below which such a sentence isn't believed either."""


def is_invention(text: str, level_dbfs: float, confidence: float) -> bool:
    """Whether a recognised text is one of these and the recording doesn't support it: a real "thank you"
    stays."""
    if not re.search(r"\w", text):
        return True
    return bool(_INVENTION.fullmatch(text.strip())) and (
        level_dbfs < NEARLY_SILENT_DBFS or confidence < UNSURE
    )
