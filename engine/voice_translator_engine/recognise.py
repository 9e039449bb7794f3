"""Speech recognition by Whisper, through whisper.cpp's C interface."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import _pywhispercpp as whisper
import numpy as np

from .audio import RATE
from .context import context_for
from .transcript import Segment, Transcript, Word

ERROR_LEVEL = 4
"""ggml's `GGML_LOG_LEVEL_ERROR`."""
DETECTED_S = 10
"""Seconds from the beginning that tell the language."""
SHORTEST_S = 1.1
"""Whisper ignores recordings under a second; shorter ones are padded with silence."""


class Recogniser:
    """One loaded model. Not thread-safe. Nothing is computed by loading: see `recogniser_process` for why."""

    def __init__(self, path: Path, threads: int) -> None:
        # The library gives a context even where it failed, and crashes on its use: only its log tells.
        errors: list[str] = []
        whisper.whisper_log_set(
            lambda level, message: errors.append(message) if level == ERROR_LEVEL else None
        )
        self._context = whisper.whisper_init_from_file_with_params(
            str(path), whisper.whisper_context_default_params()
        )
        whisper.whisper_log_set(_silent)
        if errors:
            raise ValueError(f"{path} isn't a Whisper model in ggml's format")
        self._threads = threads
        self.languages = [
            whisper.whisper_lang_str(index) for index in range(whisper.whisper_lang_max_id() + 1)
        ]

    def _params(self, samples: np.ndarray, language: str, partial: bool) -> whisper.whisper_full_params:
        params = whisper.whisper_full_default_params(
            whisper.whisper_sampling_strategy.WHISPER_SAMPLING_GREEDY
        )
        params.print_progress = params.print_timestamps = params.print_realtime = False
        params.n_threads, params.no_context, params.suppress_nst = self._threads, True, True
        params.language = language
        params.audio_ctx = context_for(len(samples) / RATE, language, partial)
        return params

    def language_probabilities(self, samples: np.ndarray) -> dict[str, float]:
        """How probable each language is by the beginning of a recording."""
        samples = _padded(samples[: DETECTED_S * RATE])
        # Detection encodes with the context of the last run, so a run that stops before encoding sets it.
        params = self._params(samples, "en", partial=False)
        params.set_encoder_begin_callback(lambda *_: False)
        whisper.whisper_full(self._context, params, samples, len(samples))
        probabilities = np.zeros(len(self.languages), np.float32)
        whisper.whisper_lang_auto_detect(self._context, 0, self._threads, probabilities)
        return dict(zip(self.languages, map(float, probabilities)))

    def detect(self, samples: np.ndarray, candidates: Sequence[str] = ()) -> tuple[str, float]:
        """The language spoken and its probability, among the candidates where any are given."""
        return likeliest(self.language_probabilities(samples), candidates)

    def transcribe(
        self,
        samples: np.ndarray,
        language: str,
        *,
        partial: bool = False,
        translate: bool = False,
        prompt: str = "",
        words: bool = False,
    ) -> Transcript:
        """Recognises 16 kHz float32 samples.

        A partial pass never falls back to slower decoding. `translate` gives English whatever was spoken;
        `words` gives each word's times.
        """
        samples = _padded(samples)
        params = self._params(samples, language, partial)
        params.translate, params.token_timestamps = translate, words
        if partial:
            params.temperature_inc = 0.0
        if prompt:
            params.initial_prompt = prompt
        status = whisper.whisper_full(self._context, params, samples, len(samples))
        if status != 0:
            raise RuntimeError(f"whisper.cpp failed with status {status}")
        return Transcript(
            language,
            tuple(
                self._segment(index, words) for index in range(whisper.whisper_full_n_segments(self._context))
            ),
        )

    def _segment(self, index: int, words: bool) -> Segment:
        context, end_of_text = self._context, whisper.whisper_token_eot(self._context)
        tokens = [
            token
            for token in range(whisper.whisper_full_n_tokens(context, index))
            if whisper.whisper_full_get_token_id(context, index, token) < end_of_text
        ]
        logs = [
            math.log(max(1e-9, whisper.whisper_full_get_token_p(context, index, token))) for token in tokens
        ]
        text = whisper.whisper_full_get_segment_text(context, index).decode(errors="replace").strip()
        return Segment(
            text,
            whisper.whisper_full_get_segment_t0(context, index) / 100,
            whisper.whisper_full_get_segment_t1(context, index) / 100,
            math.exp(sum(logs) / len(logs)) if logs else 0.0,
            self._words(index, tokens) if words else (),
        )

    def _words(self, index: int, tokens: Sequence[int]) -> tuple[Word, ...]:
        """Joins tokens to words: a token that begins with a space begins one."""
        found: list[tuple[bytes, float, float]] = []
        for token in tokens:
            data = whisper.whisper_full_get_token_data(self._context, index, token)
            piece = whisper.whisper_token_to_bytes(self._context, data.id)
            if not found or piece.startswith(b" "):
                found.append((piece, data.t0 / 100, data.t1 / 100))
            else:
                found[-1] = (found[-1][0] + piece, found[-1][1], data.t1 / 100)
        return tuple(Word(piece.decode(errors="replace").strip(), start, end) for piece, start, end in found)


def likeliest(probabilities: Mapping[str, float], candidates: Sequence[str] = ()) -> tuple[str, float]:
    """The likeliest language, and its probability given that it is one of the candidates; of all where none
    is known."""
    allowed = {code: probabilities[code] for code in candidates if code in probabilities} or dict(
        probabilities
    )
    best = max(allowed, key=lambda code: allowed[code])
    return best, allowed[best] / (sum(allowed.values()) or 1.0)


def _padded(samples: np.ndarray) -> np.ndarray:
    return np.pad(samples, (0, max(0, int(SHORTEST_S * RATE) - len(samples))))


def _silent(level: int, message: str) -> None:
    """whisper.cpp's own log: it says nothing that the caller doesn't get as an error."""
