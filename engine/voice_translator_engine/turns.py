"""`POST /v1/turns`: a whole turn in one exchange, answered line by line while the recording still arrives."""

from __future__ import annotations

import asyncio
import base64
import json
import time

import numpy as np

from . import turn_request
from .audio import RATE, from_s16
from .engine import Engine
from .errors import EngineError
from .http import ClientGone, Request, too_large
from .languages import UNSPACED, primary
from .listening import Listening
from .mp3 import encode_clip
from .sentences import split
from .translate.routes import Route
from .turn_request import TurnRequest

AUDIO_LIMIT = 600 * RATE * 2
"""Bytes of the longest recording: ten minutes."""
TEXT_LIMIT = 64 * 1024


class Turn:
    """One turn being answered."""

    def __init__(self, engine: Engine, request: Request, wanted: TurnRequest) -> None:
        self.engine, self.request, self.wanted = engine, request, wanted
        self.began = time.monotonic()
        self.milestones: dict[str, int] = {}

    async def emit(self, kind: str, **fields: object) -> None:
        """Sends one line."""
        line = json.dumps({"type": kind, **fields}, ensure_ascii=False, separators=(",", ":"))
        await self.request.write(line.encode() + b"\n")

    async def problem(self, error: EngineError, target: str | None = None) -> None:
        """Sends what went wrong; the rest of the turn goes on."""
        await self.emit(
            "problem",
            code=error.code,
            stage=error.stage,
            target=target,
            message=error.message,
            retry_after_s=error.retry_after_s,
        )

    def mark(self, milestone: str) -> None:
        """Notes a milestone's first occurrence, in ms since the request."""
        self.milestones.setdefault(milestone, round((time.monotonic() - self.began) * 1000))

    async def announce(self) -> None:
        """Sends the `ready` line: for each target its route, and the voice."""
        await self.engine.ready("translate", "speak")
        source = self.wanted.source or next(
            (code for code in self.wanted.candidates if code not in map(primary, self.wanted.targets)), None
        )
        languages, routes, voices = {}, [], []
        for target in self.wanted.targets:
            route = self.engine.routes.find(primary(source), primary(target)) if source else None
            routes += [route] if route else []
            labels, rough = (route.labels, route.rough) if route else ([], False)
            if route is None and source and self.wanted.stage == "recognise":
                await self.engine.ready("recognise")
                labels = self.engine.heard_routes(primary(source), primary(target))
                rough = bool(labels)
            voice = None
            try:
                voices.append(self.engine.voices.choose(target, self.wanted.voices.get(primary(target))))
                voice = voices[-1].id
            except EngineError:
                pass  # The target is translated without speech, and the problem is told then.
            languages[target] = {
                "route": labels,
                "rough": rough,
                "voice": voice,
                "translatable": route is not None or bool(labels),
            }
        await self.emit("ready", languages=languages)
        self.warming = asyncio.create_task(self.engine.warm(routes, voices if self.wanted.speech else ()))

    async def deliver(self, source: str, text: str, samples: np.ndarray | None = None) -> None:
        """Translates a text into every target, sentence by sentence, and speaks each as soon as it is there.
        What no route leads to is translated from the recording's `samples`, where that can be done."""
        routes: dict[str, Route] = {}
        from_speech = []
        for target in self.wanted.targets:
            if primary(target) == source and len(self.wanted.targets) > 1 and self.wanted.source is None:
                continue
            try:
                routes[target] = await self.engine.route(source, primary(target))
            except EngineError as error:
                if samples is not None and self.engine.heard_routes(source, primary(target)):
                    from_speech.append(target)
                else:
                    await self.problem(error, target)
        gap = ""
        for index, sentence in enumerate(split(text)):
            for target, route in routes.items():
                try:
                    translated = (await self.engine.translate(route, sentence.strip())).strip()
                except EngineError as error:
                    await self.problem(error, target)
                    continue
                await self.give(target, index, gap, translated, route.rough)
            gap = sentence[len(sentence.rstrip()) :] or " "
        for target in from_speech:
            try:
                transcript = await self.engine.transcribe(samples, source, translate=True)
            except EngineError as error:
                await self.problem(error, target)
                continue
            for index, sentence in enumerate(split(transcript.text)):
                await self.give(target, index, " " if index else "", sentence.strip(), rough=True)

    async def give(self, target: str, index: int, gap: str, translated: str, rough: bool) -> None:
        """Sends a translated sentence, and its speech; `gap` is the white space before it in the source."""
        blank = "" if gap == " " and primary(target) in UNSPACED else gap
        await self.emit(
            "translated",
            segment=0,
            sentence=index,
            target=target,
            revision=0,
            text=blank + translated,
            final=True,
            rough=rough,
        )
        self.mark("translated")
        if self.wanted.speech:
            await self.say(translated, target, index)

    async def say(self, text: str, target: str, index: int) -> None:
        """Speaks one sentence as one MP3."""
        try:
            voice = self.engine.voices.choose(target, self.wanted.voices.get(primary(target)))
            samples = await self.engine.speak(voice, text, self.wanted.speed)
            data = await asyncio.to_thread(encode_clip, samples, voice.rate)
        except EngineError as error:
            await self.problem(error, target)
            return
        await self.emit(
            "speech",
            segment=0,
            sentence=index,
            target=target,
            revision=0,
            format="mp3",
            seconds=round(len(samples) / voice.rate, 3),
            data=base64.b64encode(data).decode(),
        )
        self.mark("first_speech")

    async def run(self, listening: Listening) -> None:
        """Does what was asked, from the first line to `done`."""
        try:
            await self.announce()
            if self.wanted.stage == "recognise":
                heard = await listening.recognise(self)
                if heard is not None:
                    await self.deliver(*heard, from_s16(listening.body))
            else:
                await listening.ended.wait()
                self.mark("body_end")
                text = listening.body.decode(errors="replace")
                if self.wanted.stage == "translate":
                    await self.deliver(primary(self.wanted.source or ""), text)
                else:
                    await self.engine.ready("speak")
                    for index, sentence in enumerate(split(text)):
                        await self.say(sentence.strip(), self.wanted.targets[0], index)
        except EngineError as error:
            await self.problem(error)
            await listening.ended.wait()  # The recording may still be under way: the answer ends after it.
        await self.emit("done", milestones_ms=self.milestones)
        await self.request.write(b"", more=False)


async def handle(engine: Engine, request: Request) -> None:
    """Answers one turn. When the client goes, the turn is cancelled with everything that runs for it."""
    wanted = turn_request.parse(request)
    limit = AUDIO_LIMIT if wanted.stage == "recognise" else TEXT_LIMIT
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > limit:
        raise too_large(limit)
    await request.start(200, "application/x-ndjson")
    listening = Listening()
    turn = Turn(engine, request, wanted)
    work = asyncio.create_task(turn.run(listening))
    reading = asyncio.create_task(_read(request, listening, limit))
    try:
        await asyncio.wait((work, reading), return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            error = reading.exception()
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            if isinstance(error, EngineError):
                await turn.problem(error)
                await turn.emit("done", milestones_ms=turn.milestones)
                await request.write(b"", more=False)
            elif not isinstance(error, ClientGone):
                raise error
        else:
            work.result()
    finally:
        work.cancel()
        reading.cancel()


async def _read(request: Request, listening: Listening, limit: int) -> None:
    """Takes the body in, then waits for the client to go. Always ends with an error."""
    async for chunk in request.chunks():
        listening.append(chunk)
        if len(listening.body) > limit:
            raise too_large(limit)
    listening.end()
    while (await request.receive())["type"] != "http.disconnect":
        continue
    raise ClientGone
