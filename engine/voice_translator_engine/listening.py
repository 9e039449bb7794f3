"""The recording of a turn as it arrives, and its recognition: partial passes while it grows, a final one at its end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from .audio import RATE, from_s16
from .gate import examine
from .inventions import is_invention
from .languages import primary
from .partials import Hypotheses

if TYPE_CHECKING:
    from .turns import Turn

PARTIAL_EVERY = round(0.7 * RATE)
"""Samples that must be new for another partial pass."""
PARTIAL_LIMIT = 28 * RATE
"""A longer recording gets no more partial passes: they would take a second window each."""
DETECT_AFTER = 2 * RATE
"""Samples from which the language is guessed for partial passes."""


class Listening:
    """A request body that grows. `cancelled` ends every pass."""

    def __init__(self) -> None:
        self.body = bytearray()
        self.ended = asyncio.Event()
        self.cancelled = False
        self._grew = asyncio.Event()
        self._language: str | None = None

    def append(self, chunk: bytes) -> None:
        """Takes the next bytes of the body."""
        self.body += chunk
        self._grew.set()

    def end(self) -> None:
        """Marks the body complete."""
        self.ended.set()
        self._grew.set()

    async def recognise(self, turn: Turn) -> tuple[str, str] | None:
        """Emits partial and final hypotheses; gives the language (ISO 639-1) and text, None if nothing was heard."""
        wanted, hypotheses = turn.wanted, Hypotheses()
        if wanted.source is not None:
            self._language = primary(wanted.source)
        await turn.engine.need_recogniser(self._language)
        if wanted.partials:
            await self._partial_passes(turn, hypotheses)
        await self.ended.wait()
        turn.mark("body_end")
        samples = from_s16(self.body)
        activity = examine(samples)
        if activity.reason is not None:
            await turn.emit("nothing_heard", reason=activity.reason)
            return None
        if wanted.source is None:
            self._language, probability = await turn.engine.detect(samples, wanted.candidates)
            await turn.emit("detected", language=self._language, probability=round(probability, 4))
        transcript = await turn.engine.transcribe(samples, self._language or "en", cancelled=lambda: self.cancelled)
        if transcript is None:
            return None
        if is_invention(transcript.text, activity.level_dbfs, transcript.confidence):
            await turn.emit("nothing_heard", reason="no_speech")
            return None
        text = transcript.text
        await turn.emit("recognized", segment=0, revision=hypotheses.revision + 1, text=text, stable=len(text),
                        final=True, start_ms=activity.start_ms, end_ms=activity.end_ms,
                        confidence=round(transcript.confidence, 3), alternatives=[])
        turn.mark("final")
        return transcript.language, text

    async def _partial_passes(self, turn: Turn, hypotheses: Hypotheses) -> None:
        """Decodes what there is again and again until the body ends."""
        decoded = 0
        while not self.ended.is_set():
            self._grew.clear()
            count = len(self.body) // 2
            if count - decoded < PARTIAL_EVERY or count > PARTIAL_LIMIT:
                await self._grew.wait()
                continue
            decoded = count
            samples = from_s16(self.body)
            activity = examine(samples)
            if activity.reason is not None:
                continue
            if self._language is None:
                if count < DETECT_AFTER:
                    continue
                self._language, _ = await turn.engine.detect(samples, turn.wanted.candidates)
            transcript = await turn.engine.transcribe(
                samples, self._language, partial=True, cancelled=lambda: self.cancelled or self.ended.is_set())
            if transcript is None or is_invention(transcript.text, activity.level_dbfs, transcript.confidence):
                continue
            revision, stable, text = hypotheses.revise(transcript.text)
            await turn.emit("recognized", segment=0, revision=revision, text=text, stable=stable, final=False,
                            start_ms=activity.start_ms, end_ms=activity.end_ms)
