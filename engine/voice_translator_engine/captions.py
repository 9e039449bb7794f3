"""Transcripts as plain text, SubRip and WebVTT."""

from __future__ import annotations

from collections.abc import Sequence

from .transcript import Segment


def _clock(seconds: float, point: str) -> str:
    milliseconds = round(seconds * 1000)
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02}{point}{rest % 1000:03}"


def text(segments: Sequence[Segment]) -> str:
    """A line per segment."""
    return "\n".join(segment.text for segment in segments) + "\n"


def srt(segments: Sequence[Segment]) -> str:
    """SubRip: numbered, with commas in the times."""
    return "\n".join(
        f"{index}\n{_clock(segment.start, ',')} --> {_clock(segment.end, ',')}\n{segment.text}\n"
        for index, segment in enumerate(segments, 1)
    )


def vtt(segments: Sequence[Segment]) -> str:
    """WebVTT. An arrow in the text would be taken for a time line."""
    return "WEBVTT\n\n" + "\n".join(
        f"{_clock(segment.start, '.')} --> {_clock(segment.end, '.')}\n{segment.text.replace('-->', '→')}\n"
        for segment in segments
    )
