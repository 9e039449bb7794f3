"""Speech recognition by Whisper, through whisper.cpp's C interface."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import _pywhispercpp as whisper
import numpy as np

from .audio import RATE

FRAMES_PER_S = 50
"""Encoder positions per second of audio."""
SHORTEST_CONTEXT, CAREFUL_CONTEXT, FULL_CONTEXT, CONTEXT_MARGIN = 512, 768, 1500, 64
"""Encoder positions: fewer than 512 break decoding; Spanish errs half as often with 768 as with 512."""
SHORTEST_S = 1.1
"""Whisper ignores recordings under a second; shorter ones are padded with silence."""


@dataclass(frozen=True)
class Segment:
    """A stretch of recognised text with its times in seconds and the mean probability of its tokens (0 to 1)."""

    text: str
    start: float
    end: float
    confidence: float


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
    def confidence(self) -> float:
        """The length-weighted mean of the segments' confidence."""
        weight = sum(len(segment.text) for segment in self.segments)
        return sum(len(segment.text) * segment.confidence for segment in self.segments) / weight if weight else 0.0


def context_for(seconds: float, language: str, partial: bool) -> int:
    """The encoder positions that cover a recording: fewer are faster, and outside English less accurate."""
    shortest = SHORTEST_CONTEXT if partial or language == "en" else CAREFUL_CONTEXT
    return min(FULL_CONTEXT, max(shortest, math.ceil(seconds * FRAMES_PER_S) + CONTEXT_MARGIN))


class Recogniser:
    """One loaded model. Not thread-safe: all calls belong to one worker."""

    def __init__(self, path: Path, threads: int) -> None:
        whisper.whisper_log_set(_silent)
        self._context = whisper.whisper_init_from_file_with_params(
            str(path), whisper.whisper_context_default_params())
        self._threads = threads
        self.languages = [whisper.whisper_lang_str(index) for index in range(whisper.whisper_lang_max_id() + 1)]
        self.transcribe(np.zeros(2 * RATE, np.float32), "en", partial=True)

    def detect(self, samples: np.ndarray, candidates: Sequence[str] = ()) -> tuple[str, float]:
        """The language spoken and its probability, among the candidates where any are given."""
        whisper.whisper_pcm_to_mel(self._context, samples, len(samples), self._threads)
        probabilities = np.zeros(len(self.languages), np.float32)
        whisper.whisper_lang_auto_detect(self._context, 0, self._threads, probabilities)
        allowed = [index for index, code in enumerate(self.languages) if code in candidates] or range(len(self.languages))
        best = max(allowed, key=lambda index: probabilities[index])
        total = float(sum(probabilities[index] for index in allowed)) or 1.0
        return self.languages[best], float(probabilities[best]) / total

    def transcribe(self, samples: np.ndarray, language: str, *, partial: bool = False, translate: bool = False,
                   prompt: str = "", cancelled: Callable[[], bool] | None = None) -> Transcript | None:
        """Recognises 16 kHz float32 samples; None if `cancelled` became true on the way.

        A partial pass never falls back to slower decoding. `translate` gives English whatever was spoken.
        """
        if cancelled is not None and cancelled():
            return None
        if len(samples) < SHORTEST_S * RATE:
            samples = np.pad(samples, (0, int(SHORTEST_S * RATE) - len(samples)))
        params = whisper.whisper_full_default_params(whisper.whisper_sampling_strategy.WHISPER_SAMPLING_GREEDY)
        params.print_progress = params.print_timestamps = params.print_realtime = False
        params.n_threads, params.no_context, params.suppress_nst = self._threads, True, True
        params.language, params.translate = language, translate
        params.audio_ctx = context_for(len(samples) / RATE, language, partial)
        if partial:
            params.temperature_inc = 0.0
        if prompt:
            params.initial_prompt = prompt
        if cancelled is not None:
            params.set_abort_callback(cancelled)
        status = whisper.whisper_full(self._context, params, samples, len(samples))
        if cancelled is not None and cancelled():
            return None
        if status != 0:
            raise RuntimeError(f"whisper.cpp failed with status {status}")
        return Transcript(language, tuple(
            self._segment(index) for index in range(whisper.whisper_full_n_segments(self._context))))

    def _segment(self, index: int) -> Segment:
        context, end_of_text = self._context, whisper.whisper_token_eot(self._context)
        logs = [math.log(max(1e-9, whisper.whisper_full_get_token_p(context, index, token)))
                for token in range(whisper.whisper_full_n_tokens(context, index))
                if whisper.whisper_full_get_token_id(context, index, token) < end_of_text]
        text = whisper.whisper_full_get_segment_text(context, index).decode(errors="replace").strip()
        return Segment(text, whisper.whisper_full_get_segment_t0(context, index) / 100,
                       whisper.whisper_full_get_segment_t1(context, index) / 100,
                       math.exp(sum(logs) / len(logs)) if logs else 0.0)


def _silent(level: int, message: str) -> None:
    """whisper.cpp's own log: it says nothing that the caller doesn't get as an error."""
