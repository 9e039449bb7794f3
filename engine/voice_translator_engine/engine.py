"""The loaded models, and each stage as a coroutine."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from pathlib import Path

import numpy as np

from .errors import EngineError, model_missing, unsupported_language
from .languages import name
from .recognition import Recognition
from .translate import apertium, neural
from .transcript import Transcript
from .translate.routes import Direction, Route, Routes
from .voices import Voice, Voices, espeak, pico
from .worker import Worker


def find_whisper(directories: Sequence[Path]) -> Path | None:
    """The speech model: the first directory that has one wins."""
    for models in directories:
        for path in sorted((models / "whisper").glob("*.bin")):
            return path
    return None


class Engine:
    """Everything that is loaded, one worker thread per stage."""

    def __init__(self, models: Sequence[Path], threads: int) -> None:
        self.models, self.threads = list(models), threads
        self.recogniser: Recognition | None = None
        self.routes, self.voices = Routes([]), Voices([])
        self.problems: list[str] = []
        self.translating, self.speaking = Worker("translate"), Worker("speak")
        self._loaded = {stage: asyncio.Event() for stage in ("recognise", "translate", "speak")}

    @property
    def progress(self) -> dict[str, bool]:
        """Which stages have finished loading, with or without success."""
        return {stage: event.is_set() for stage, event in self._loaded.items()}

    async def load(self) -> None:
        """Loads all stages at once. What can't be loaded is noted in `problems`; the rest works."""
        await asyncio.gather(self._load("recognise", self._load_recogniser()),
                             self._load("translate", self.translating.run(self._load_routes)),
                             self._load("speak", self.speaking.run(self._load_voices)))

    async def _load(self, stage: str, work: Awaitable[None]) -> None:
        try:
            await work
        except Exception as error:  # Whatever a model file does to its library, the other stages must come up.
            self.problems.append(f"{stage}: {error}")
        self._loaded[stage].set()

    async def _load_recogniser(self) -> None:
        path = find_whisper(self.models)
        if path is not None:
            recogniser = Recognition(path, self.threads)
            await recogniser.start()
            self.recogniser = recogniser

    def _load_routes(self) -> None:
        loaded: list[Direction] = []
        for direction in neural.find(self.models):
            try:
                direction.load()
                loaded.append(direction)
            except (ValueError, OSError) as error:
                self.problems.append(f"{direction.label}: {error}")
        self.routes = Routes([*loaded, *apertium.find()])

    def _load_voices(self) -> None:
        self.voices = Voices([*pico.find(), *espeak.find()])

    async def ready(self, *stages: str) -> None:
        """Waits until stages have loaded."""
        for stage in stages:
            await self._loaded[stage].wait()

    async def need_recogniser(self, language: str | None = None) -> Recognition:
        """The loaded speech model. Raises `EngineError` if there is none, or not for that language."""
        await self.ready("recognise")
        if self.recogniser is None:
            raise model_missing("recognise", "The speech model", "Get it with: voice-translator models pull whisper:base-q8")
        if language is not None and language not in self.recogniser.languages:
            raise unsupported_language("recognise", f"{name(language)} can't be recognised. Type instead of speaking.")
        return self.recogniser

    async def transcribe(self, samples: np.ndarray, language: str, *, partial: bool = False, translate: bool = False,
                         prompt: str = "", words: bool = False) -> Transcript:
        """Recognises a recording; cancelling the waiting task stops it at once."""
        recogniser = await self.need_recogniser(language)
        return await recogniser.transcribe(samples, language, partial=partial, translate=translate, prompt=prompt,
                                           words=words)

    async def detect(self, samples: np.ndarray, candidates: Sequence[str]) -> tuple[str, float]:
        """The language of a recording among candidates, and its probability."""
        return await (await self.need_recogniser()).detect(samples, candidates)

    async def route(self, source: str, target: str) -> Route:
        """The route between two languages. Raises `EngineError` where there is none."""
        await self.ready("translate")
        route = self.routes.find(source, target)
        if route is None:
            raise unsupported_language(
                "translate", f"There is no translation from {name(source)} to {name(target)}. "
                f"Get one with: voice-translator models pull translate:{source}-{target}")
        return route

    async def translate(self, route: Route, sentence: str) -> str:
        """Takes a sentence through a route."""
        return await self.translating.run(route.translate, sentence) if route.hops else sentence

    async def speak(self, voice: Voice, text: str, speed: float) -> np.ndarray:
        """A sentence as float32 samples at the voice's rate."""
        try:
            return await self.speaking.run(voice.speak, text, speed)
        except EngineError:
            raise
        except Exception as error:
            raise EngineError(f"The voice {voice.id} failed ({error}). Choose another voice.", status=500,
                              code="internal", stage="speak") from error
