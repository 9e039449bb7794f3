"""What was said: a transcript of segments of words."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

SHORTEST_LOOP, LOOP_RATIO = 60, 2.4
"""Bytes from which a text is judged, and the compression ratio that Whisper's decoder takes for a loop."""


@dataclass(frozen=True)
class Word:
    """A word with the punctuation that follows it, and its times in seconds."""

    word: str
    start: float
    end: float


@dataclass(frozen=True)
class Segment:
    """A stretch of recognised text with its times in seconds and the mean probability of its tokens (0 to
    1)."""

    text: str
    start: float
    end: float
    confidence: float
    words: tuple[Word, ...] = ()


@dataclass(frozen=True)
class Transcript:
    """What was said, and in which language (ISO 639-1)."""

    language: str
    segments: tuple[Segment, ...]

    @property
    def text(self) -> str:
        """All segments' text."""
        return " ".join(segment.text for segment in self.segments if segment.text)

    @property
    def repetitive(self) -> bool:
        """Whether the decoder went round in circles, judged as Whisper's own decoder does, by how well it
        packs."""
        data = self.text.encode()
        return len(data) > SHORTEST_LOOP and len(data) > LOOP_RATIO * len(zlib.compress(data))

    @property
    def confidence(self) -> float:
        """The length-weighted mean of the segments' confidence."""
        weight = sum(len(segment.text) for segment in self.segments)
        return (
            sum(len(segment.text) * segment.confidence for segment in self.segments) / weight
            if weight
            else 0.0
        )
