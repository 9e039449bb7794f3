"""`/v1/audio/speech`, as OpenAI's interface has it: one continuous stream, sent as it is synthesised."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

from . import text_language
from .encoders import FORMATS
from .engine import Engine
from .errors import EngineError
from .http import Request, parse_json
from .sentences import split

BODY_LIMIT = 256 * 1024
TEXT_LIMIT = 4096


@dataclass(frozen=True)
class SpeechRequest:
    """What is to be spoken, and how. `language` and `voice` are None where the engine chooses."""

    text: str
    language: str | None
    voice: str | None
    speed: float
    format: str
    as_events: bool


def parse(body: dict[str, Any]) -> SpeechRequest:
    """Reads and checks the body. Raises `EngineError`."""
    text, kind, speed = body.get("input"), body.get("response_format", "mp3"), body.get("speed", 1)
    if not isinstance(text, str) or not text.strip():
        raise EngineError("input must be a text.", param="input")
    if len(text) > TEXT_LIMIT:
        raise EngineError(f"input is longer than {TEXT_LIMIT} characters.", param="input")
    if not isinstance(kind, str) or kind not in FORMATS:
        raise EngineError(f"response_format must be one of {', '.join(FORMATS)}.", param="response_format")
    if isinstance(speed, bool) or not isinstance(speed, int | float) or not 0.25 <= speed <= 4:
        raise EngineError("speed must be a number from 0.25 to 4.", param="speed")
    stream = body.get("stream_format", "audio")
    if stream not in ("audio", "sse"):
        raise EngineError("stream_format must be audio or sse.", param="stream_format")
    language, voice = body.get("language"), body.get("voice")
    return SpeechRequest(
        text,
        language if isinstance(language, str) else None,
        voice if isinstance(voice, str) else None,
        float(speed),
        kind,
        stream == "sse",
    )


async def handle(engine: Engine, request: Request) -> None:
    """`POST /v1/audio/speech`. A voice may be one of the engine's; any other name means the language's best,
    where the language is the extra field `language`, else guessed from the text."""
    wanted = parse(parse_json(await request.body(BODY_LIMIT)))
    await engine.ready("speak")
    voice = engine.voices.choose(wanted.language or text_language.detect(wanted.text)[0], wanted.voice)
    media_type, encoder = FORMATS[wanted.format]
    stream = encoder(voice.rate)
    sentences = [sentence.strip() for sentence in split(wanted.text)]
    samples = await engine.speak(voice, sentences[0], wanted.speed)
    await request.start(200, "text/event-stream; charset=utf-8" if wanted.as_events else media_type)
    await _send(request, wanted, stream.encode(samples))
    for sentence in sentences[1:]:
        await _send(request, wanted, stream.encode(await engine.speak(voice, sentence, wanted.speed)))
    await _send(request, wanted, stream.finish())
    if wanted.as_events:
        usage = {
            "input_tokens": len(wanted.text.split()),
            "output_tokens": 0,
            "total_tokens": len(wanted.text.split()),
        }
        await request.event({"type": "speech.audio.done", "usage": usage})
    await request.write(b"", more=False)


async def _send(request: Request, wanted: SpeechRequest, data: bytes) -> None:
    """Sends a piece of the stream, plain or as an event."""
    if not data:
        return
    if wanted.as_events:
        await request.event({"type": "speech.audio.delta", "audio": base64.b64encode(data).decode()})
    else:
        await request.write(data)
