"""`/v1/audio/speech`, as OpenAI's interface has it: one continuous stream, sent as it is synthesised."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from . import text_language
from .audio import resample, to_s16, wave_header
from .engine import Engine
from .errors import EngineError
from .http import Request, parse_json
from .mp3 import MP3Stream
from .sentences import split

BODY_LIMIT = 256 * 1024
TEXT_LIMIT = 4096
PCM_RATE = 24_000
"""OpenAI's raw PCM is 24 kHz."""
MEDIA_TYPES = {"mp3": "audio/mpeg", "wav": "audio/wav", "pcm": "audio/pcm"}


def _encoder(kind: str, rate: int) -> tuple[bytes, Callable[[np.ndarray], bytes], Callable[[], bytes]]:
    """The stream's first bytes, a function for each sentence's samples, and one for the last bytes."""
    if kind == "mp3":
        stream = MP3Stream(rate)
        return b"", stream.encode, stream.finish
    if kind == "wav":
        return wave_header(rate), to_s16, bytes
    return b"", lambda samples: to_s16(resample(samples, rate, PCM_RATE)), bytes


async def handle(engine: Engine, request: Request) -> None:
    """`POST /v1/audio/speech`. A voice may be one of the engine's; any other name means the language's best, where
    the language is the extra field `language`, else guessed from the text."""
    body = parse_json(await request.body(BODY_LIMIT))
    text, kind, speed = body.get("input"), body.get("response_format", "mp3"), body.get("speed", 1)
    if not isinstance(text, str) or not text.strip():
        raise EngineError("input must be a text.", param="input")
    if len(text) > TEXT_LIMIT:
        raise EngineError(f"input is longer than {TEXT_LIMIT} characters.", param="input")
    if not isinstance(kind, str) or kind not in MEDIA_TYPES:
        raise EngineError(f"response_format must be one of {', '.join(MEDIA_TYPES)}.", param="response_format")
    if isinstance(speed, bool) or not isinstance(speed, int | float) or not 0.25 <= speed <= 4:
        raise EngineError("speed must be a number from 0.25 to 4.", param="speed")
    language, wanted = body.get("language"), body.get("voice")
    await engine.ready("speak")
    voice = engine.voices.choose(language if isinstance(language, str) else text_language.detect(text)[0],
                                 wanted if isinstance(wanted, str) else None)
    head, encode, finish = _encoder(kind, voice.rate)
    sentences = [sentence.strip() for sentence in split(text)]
    first = await engine.speak(voice, sentences[0], speed)
    await request.start(200, MEDIA_TYPES[kind])
    await request.write(head + encode(first))
    for sentence in sentences[1:]:
        await request.write(encode(await engine.speak(voice, sentence, speed)))
    await request.write(finish(), more=False)
