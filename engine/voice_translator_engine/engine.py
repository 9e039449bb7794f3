"""The loaded models, and each stage as a coroutine."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Sequence
from pathlib import Path

import numpy as np

from .errors import EngineError, model_missing, unsupported_language
from .languages import name
from .recognition import Recognition
from .translate import apertium, neural
from .transcript import Transcript
from .translate.routes import Route, Routes
from .voices import Voice, Voices, espeak, pico, piper
from .voices.edges import trimmed
from .worker import Worker


FOLDERS = {"recognise": "whisper", "translate": "translate", "speak": "voices"}
"""Where a models directory keeps each stage's models."""
SIZES = ("tiny", "base", "small", "medium", "large")
RESCAN_S = 1.0
"""How often the models directories are looked at again, at most."""


def find_whisper(directories: Sequence[Path]) -> Path | None:
    """The speech model: the largest size that is there, in the first directory that has it."""
    found = [path for models in directories for path in sorted((models / "whisper").glob("*.bin"))]
    return max(
        found,
        key=lambda path: next((place for place, size in enumerate(SIZES) if path.name.startswith(size)), -1),
        default=None,
    )


def contents(directories: Sequence[Path], folder: str) -> frozenset[tuple[str, int]]:
    """Changes whenever a model of a kind is added, replaced or removed."""
    found = set()
    for path in (
        path for models in directories for pattern in ("*", "*/*") for path in (models / folder).glob(pattern)
    ):
        try:
            found.add((str(path), path.stat().st_mtime_ns))
        except FileNotFoundError:  # It went between the listing and the look.
            continue
    return frozenset(found)


class Engine:
    """Everything that is loaded, one worker thread per stage."""

    def __init__(self, models: Sequence[Path], threads: int) -> None:
        self.models, self.threads = list(models), threads
        self.recogniser: Recognition | None = None
        self.routes, self.voices = Routes([]), Voices([])
        self.neural: list[neural.NeuralDirection] = []
        self.problems: list[str] = []
        self.translating, self.speaking = Worker("translate"), Worker("speak")
        self._piper: piper.PiperProcess | None = None
        self._seen: dict[str, frozenset[tuple[str, int]]] = {}
        self._scanned = 0.0
        self._loaded = {stage: asyncio.Event() for stage in ("recognise", "translate", "speak")}

    @property
    def progress(self) -> dict[str, bool]:
        """Which stages have finished loading, with or without success."""
        return {stage: event.is_set() for stage, event in self._loaded.items()}

    async def load(self) -> None:
        """Loads all stages at once. What can't be loaded is noted in `problems`; the rest works."""
        self._changed()
        await asyncio.gather(
            self._load("recognise", self._load_recogniser()),
            self._load("translate", self.translating.run(self._load_routes)),
            self._load("speak", self.speaking.run(self._load_voices)),
        )

    def _changed(self) -> list[str]:
        """The stages whose models aren't the ones that were seen last."""
        now = {stage: contents(self.models, folder) for stage, folder in FOLDERS.items()}
        changed = [stage for stage in FOLDERS if now[stage] != self._seen.get(stage)]
        self._seen, self._scanned = now, time.monotonic()
        return changed

    async def refresh(self) -> None:
        """Takes up models that came, changed or went since the last look. Requests meanwhile use what was
        there."""
        if time.monotonic() - self._scanned < RESCAN_S or not all(self.progress.values()):
            return
        loaders = {
            "recognise": self._load_recogniser,
            "translate": lambda: self.translating.run(self._load_routes),
            "speak": lambda: self.speaking.run(self._load_voices),
        }
        for stage in self._changed():
            self.problems = [problem for problem in self.problems if not problem.startswith(stage)]
            await self._load(stage, loaders[stage]())

    async def _load(self, stage: str, work: Awaitable[None]) -> None:
        try:
            await work
        except (
            Exception
        ) as error:  # Whatever a model file does to its library, the other stages must come up.
            self.problems.append(f"{stage}: {error}")
        self._loaded[stage].set()

    async def _load_recogniser(self) -> None:
        path, before = find_whisper(self.models), self.recogniser
        if path is None:
            self.recogniser = None
        elif before is None or before.model != path:
            recogniser = Recognition(path, self.threads)
            await recogniser.start()
            self.recogniser = recogniser
        if before is not None and before is not self.recogniser:
            await before.retire()

    def _load_routes(self) -> None:
        loaded: list[neural.NeuralDirection] = []
        for direction in neural.find(self.models):
            try:
                direction.load()
                loaded.append(direction)
            except (ValueError, OSError) as error:
                self.problems.append(f"translate {direction.label}: {error}")
        self.neural = loaded
        self.routes = Routes([*loaded, *apertium.find()])

    def _load_voices(self) -> None:
        natural, self._piper, problems = piper.find(self.models, self._piper)
        self.problems += [f"speak {problem}" for problem in problems]
        self.voices = Voices([*natural, *pico.find(), *espeak.find()])

    async def ready(self, *stages: str) -> None:
        """Waits until stages have loaded."""
        for stage in stages:
            await self._loaded[stage].wait()

    async def need_recogniser(self, language: str | None = None) -> Recognition:
        """The loaded speech model. Raises `EngineError` if there is none, or not for that language."""
        await self.ready("recognise")
        if self.recogniser is None:
            raise model_missing(
                "recognise", "The speech model", "Get it with: voice-translator models pull whisper:base-q8"
            )
        if language is not None and language not in self.recogniser.languages:
            raise unsupported_language(
                "recognise", f"{name(language)} can't be recognised. Type instead of speaking."
            )
        return self.recogniser

    async def transcribe(
        self,
        samples: np.ndarray,
        language: str,
        *,
        partial: bool = False,
        translate: bool = False,
        prompt: str = "",
        words: bool = False,
    ) -> Transcript:
        """Recognises a recording; cancelling the waiting task stops it at once."""
        recogniser = await self.need_recogniser(language)
        return await recogniser.transcribe(
            samples, language, partial=partial, translate=translate, prompt=prompt, words=words
        )

    async def detect(self, samples: np.ndarray, candidates: Sequence[str]) -> tuple[str, float]:
        """The language of a recording among candidates, and its probability."""
        return await (await self.need_recogniser()).detect(samples, candidates)

    async def route(self, source: str, target: str) -> Route:
        """The route between two languages. Raises `EngineError` where there is none."""
        await self.ready("translate")
        route = self.routes.find(source, target)
        if route is None:
            raise unsupported_language(
                "translate",
                f"There is no translation from {name(source)} to {name(target)}. "
                f"Get one with: voice-translator models pull translate:{source}-{target}",
            )
        return route

    def heard_routes(self, source: str, target: str) -> list[str]:
        """The route from speech that Whisper itself offers, where no other leads to English: its labels, or
        none."""
        can = self.recogniser is not None and source in self.recogniser.languages
        return [f"{source}-en whisper"] if can and target == "en" and source != "en" else []

    async def translate(self, route: Route, sentence: str) -> str:
        """Takes a sentence through a route."""
        return await self.translating.run(route.translate, sentence) if route.hops else sentence

    async def warm(self, routes: Sequence[Route], voices: Sequence[Voice] = ()) -> None:
        """Makes routes and voices ready before there is anything to translate or speak: starting an Apertium
        pipeline or loading a large voice takes a second."""
        preparing = [asyncio.ensure_future(self.speaking.run(voice.prepare)) for voice in voices]
        for route in routes:
            for hop in route.hops:
                try:
                    await self.translating.run(hop.translate, "a")
                except EngineError:
                    break  # The sentence that needs it will say so.
        await asyncio.gather(*preparing, return_exceptions=True)

    async def speak(self, voice: Voice, text: str, speed: float) -> np.ndarray:
        """A sentence as float32 samples at the voice's rate, with a short pause at its end."""
        try:
            return trimmed(await self.speaking.run(voice.speak, text, speed), voice.rate)
        except EngineError:
            raise
        except Exception as error:
            raise EngineError(
                f"The voice {voice.id} failed ({error}). Choose another voice.",
                status=500,
                code="internal",
                stage="speak",
            ) from error
