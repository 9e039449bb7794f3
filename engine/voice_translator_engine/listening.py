"""The recording of a turn as it arrives, and its recognition: partial passes while it grows, a final one at
its end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import numpy as np

from .audio import RATE, from_s16
from .context import context_for
from .errors import EngineError
from .gate import examine
from .inventions import is_invention
from .languages import primary
from .partials import Hypotheses
from .pauses import Pauses
from .transcript import Transcript

if TYPE_CHECKING:
    from .turns import Turn

PARTIAL_EVERY, EARLY_EVERY = round(0.7 * RATE), round(0.5 * RATE)
"""Samples that must be new for another partial pass; in the beginning the speaker waits for a first sign."""
EARLY = 2 * RATE
PARTIAL_LIMIT = 28 * RATE
"""A longer recording gets no more passes before its end: they would take a second window each."""
DETECT_AFTER_MS = 1500
"""Speech from which the language is guessed for partial passes."""
CERTAIN = 0.95
"""Probability from which a guessed language isn't looked at again."""
MARGIN_MS = 60
"""Silence that a pass must have seen after the last word."""


class Listening:
    """A request body that grows."""

    def __init__(self) -> None:
        self.body = bytearray()
        self.ended = asyncio.Event()
        self._pauses = Pauses()
        self._grew = asyncio.Event()
        self._language: str | None = None
        self._probability = 0.0
        self._decoded = 0
        self._closely = False
        self._last: Transcript | None = None
        self._idle = asyncio.Event()
        self._idle.set()

    def append(self, chunk: bytes) -> None:
        """Takes the next bytes of the body."""
        before = len(self.body) & ~1
        self.body += chunk
        self._pauses.hear(from_s16(self.body[before:]))
        self._grew.set()

    def end(self) -> None:
        """Marks the body complete."""
        self.ended.set()
        self._grew.set()

    async def recognise(self, turn: Turn) -> tuple[str, str] | None:
        """Emits partial and final hypotheses; gives the language (ISO 639-1) and text, None if nothing was
        heard."""
        wanted, hypotheses = turn.wanted, Hypotheses()
        if wanted.source is not None:
            self._language = primary(wanted.source)
        await turn.engine.need_recogniser(self._language)
        promoted = await self._until_end(turn, hypotheses) if wanted.partials else None
        await self.ended.wait()
        turn.mark("body_end")
        samples = from_s16(self.body)
        activity = await asyncio.to_thread(examine, samples)
        if activity.reason is not None:
            await turn.emit("nothing_heard", reason=activity.reason)
            return None
        if wanted.source is None:
            if promoted is None:
                await self._detect(turn, samples)
            await turn.emit("detected", language=self._language, probability=round(self._probability, 4))
        transcript = promoted or await turn.engine.transcribe(
            samples, self._language or "en", prompt=wanted.prompt
        )
        if is_invention(transcript.text, activity.level_dbfs, transcript.confidence):
            await turn.emit("nothing_heard", reason="no_speech")
            return None
        text = transcript.text
        await turn.emit(
            "recognized",
            segment=0,
            revision=hypotheses.revision + 1,
            text=text,
            stable=len(text),
            final=True,
            start_ms=activity.start_ms,
            end_ms=activity.end_ms,
            confidence=round(transcript.confidence, 3),
            alternatives=[],
            segments=[
                {
                    "start_ms": round(1000 * part.start),
                    "end_ms": round(1000 * part.end),
                    "text": part.text,
                    "confidence": round(part.confidence, 3),
                }
                for part in transcript.segments
            ],
        )
        turn.mark("final")
        return transcript.language, text

    async def _detect(self, turn: Turn, samples: np.ndarray) -> None:
        """Finds the language out, unless that was done on enough speech and beyond doubt."""
        if self._probability < CERTAIN:
            self._language, self._probability = await turn.engine.detect(samples, turn.wanted.candidates)

    async def _until_end(self, turn: Turn, hypotheses: Hypotheses) -> Transcript | None:
        """Makes passes until the body ends; that stops the running one, unless it already covers all that was
        said: then its transcript is the final one."""
        passes = asyncio.create_task(self._passes(turn, hypotheses))
        try:
            await self.ended.wait()
            turn.mark("body_end")
            if not self._covers_all():
                return None
            await self._idle.wait()
            return (
                self._last
            )  # None where the pass failed or went round in circles: a final pass can do better.
        finally:
            passes.cancel()
            await asyncio.gather(passes, return_exceptions=True)

    def _covers_all(self) -> bool:
        """Whether what came after the last pass is silence, and a final pass wouldn't look closer."""
        samples = from_s16(self.body)
        return (
            self._language is not None
            and examine(samples).end_ms + MARGIN_MS <= self._decoded * 1000 // RATE
            and self._looked_closely(len(samples))
        )

    def _looked_closely(self, count: int) -> bool:
        """Whether the last pass looked at so many samples as closely as a final one would."""
        seconds = count / RATE
        return self._closely or (
            self._language is not None
            and context_for(seconds, self._language, True) == context_for(seconds, self._language, False)
        )

    def _is_behind(self, count: int) -> bool:
        """Whether there is speech that the last pass hasn't seen; at a pause, or not as a final one would."""
        spoken = self._pauses.spoken
        if not self._pauses.paused:
            return spoken > self._decoded
        return spoken + MARGIN_MS * RATE // 1000 > self._decoded or not self._looked_closely(count)

    async def _passes(self, turn: Turn, hypotheses: Hypotheses) -> None:
        """Decodes what there is again and again: closely when the speaker pauses, since that may be the end,
        and else every so often. A pass that would keep another turn waiting isn't made."""
        recogniser = await turn.engine.need_recogniser()
        while True:
            self._grew.clear()
            count = len(self.body) // 2
            every = EARLY_EVERY if count < EARLY else PARTIAL_EVERY
            if (
                not self._is_behind(count)
                or not (self._pauses.paused or count - self._decoded >= every)
                or (count > PARTIAL_LIMIT or recogniser.jobs)
            ):
                await self._grew.wait()
                continue
            self._decoded, self._closely, self._last = count, self._pauses.paused, None
            self._idle.clear()
            try:
                await self._pass(turn, hypotheses, from_s16(self.body))
            finally:
                self._idle.set()

    async def _pass(self, turn: Turn, hypotheses: Hypotheses, samples: np.ndarray) -> None:
        """One pass; nothing is said where nothing is heard yet."""
        activity = examine(samples)
        if activity.reason is not None:
            return
        try:
            if turn.wanted.source is None:
                if activity.end_ms - activity.start_ms < DETECT_AFTER_MS and not self._closely:
                    return
                await self._detect(turn, samples)
            transcript = await turn.engine.transcribe(
                samples, self._language or "en", partial=not self._closely, prompt=turn.wanted.prompt
            )
        except EngineError:
            return  # The final pass says what is wrong.
        if transcript.repetitive or is_invention(transcript.text, activity.level_dbfs, transcript.confidence):
            return
        self._last = transcript
        revision, stable, text = hypotheses.revise(transcript.text)
        await turn.emit(
            "recognized",
            segment=0,
            revision=revision,
            text=text,
            stable=stable,
            final=False,
            start_ms=activity.start_ms,
            end_ms=activity.end_ms,
        )
