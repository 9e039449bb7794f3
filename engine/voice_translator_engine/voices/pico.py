"""SVOX Pico, through py-nanotts: small, clear voices for five languages."""

from __future__ import annotations

import numpy as np
import py_nanotts

from ..audio import from_s16

RATE = 16_000
TAGS = ("en-US", "en-GB", "es-ES", "fr-FR", "de-DE", "it-IT")


class PicoVoice:
    """One Pico voice."""

    rate = RATE

    def __init__(self, tag: str) -> None:
        self.id, self.language = f"pico:{tag}", tag
        self._pico = py_nanotts.NanoTTS()

    def prepare(self) -> None:
        """Nothing: a voice loads in a few milliseconds."""

    def speak(self, text: str, speed: float) -> np.ndarray:
        """Speaks a sentence. Pico reads angle brackets as its own mark-up, so they become spaces."""
        plain = text.replace("<", " ").replace(">", " ")
        return from_s16(self._pico.speak(plain, voice=self.language, speed=speed))


def find() -> list[PicoVoice]:
    """All Pico voices: they come with the package."""
    return [PicoVoice(tag) for tag in TAGS]
