"""Voices: for each language the best that is present."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from ..errors import unsupported_language
from ..languages import name, primary


class Voice(Protocol):
    """A voice. All calls come from the speech worker."""

    id: str
    """Engine and name, as `pico:es-ES`."""
    language: str
    """BCP 47."""
    rate: int
    """Of the samples it gives, in Hz."""

    def prepare(self) -> None:
        """Does what the first sentence would otherwise have to wait for."""
        ...

    def speak(self, text: str, speed: float) -> np.ndarray:
        """Float32 mono samples of one sentence; `speed` 1 is the voice's own."""
        ...


class Voices:
    """All voices, the better engines first."""

    def __init__(self, voices: Sequence[Voice]) -> None:
        self.all = list(voices)

    def choose(self, language: str, wanted: str | None = None) -> Voice:
        """The voice of that id if it is there, else the best for the language, its region preferred.

        Raises `EngineError` where the language has none.
        """
        for voice in self.all:
            if wanted is not None and wanted.lower() in (voice.id.lower(), voice.id.split(":", 1)[1].lower()):
                return voice
        fitting = [voice for voice in self.all if primary(voice.language) == primary(language)]
        if not fitting:
            raise unsupported_language(
                "speak", f"There is no voice for {name(language)}. Read the text instead."
            )
        engine = fitting[0].id.split(":")[0]
        exact = [
            voice
            for voice in fitting
            if voice.language.lower() == language.lower() and voice.id.startswith(engine)
        ]
        return (exact or fitting)[0]

    @property
    def languages(self) -> list[str]:
        """Languages with a voice."""
        return sorted({primary(voice.language) for voice in self.all})
