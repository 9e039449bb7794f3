"""Speech for the benchmarks: Pico's voices, spoken by a running engine from Tests/Speech/sentences."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

ENGINE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ENGINE / "tests"))
SENTENCES = ENGINE.parent / "Tests/Speech/sentences"
RATE = 16_000

from launch import Launched  # noqa: E402  (found through the path above)


def sentences(language: str) -> list[str]:
    """A language's sentences."""
    return (SENTENCES / f"{language}.txt").read_text(encoding="utf-8").splitlines()


def spoken(engine: Launched, text: str, language: str) -> bytes:
    """A text as S16LE samples at 16 kHz without the silence at its ends."""
    status, _, body = engine.ask("POST", "/v1/audio/speech", {
        "model": "tts-1", "voice": "any", "input": text, "language": language, "response_format": "wav"})
    assert status == 200, body
    samples = np.frombuffer(body[44:], "<i2")
    loud = np.flatnonzero(np.abs(samples) > 200)
    return samples[loud[0]:loud[-1] + 1].tobytes()


def utterances(engine: Launched, language: str, seconds: float, count: int) -> list[tuple[str, bytes]]:
    """Texts of about so many seconds, whole sentences each, with their samples."""
    texts, found = sentences(language), []
    for start in range(count):
        chosen: list[str] = []
        samples = b""
        for text in texts[start * 3:] + texts:
            more = samples + spoken(engine, text, language)
            if samples and abs(len(more) / 2 / RATE - seconds) > abs(len(samples) / 2 / RATE - seconds):
                break
            samples = more
            chosen.append(text)
        found.append((" ".join(chosen), samples))
    return found
