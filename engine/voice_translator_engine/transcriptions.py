"""`/v1/audio/transcriptions` and `/v1/audio/translations`, as OpenAI's interface has them."""

from __future__ import annotations

import asyncio
import dataclasses

import numpy as np

from . import captions, form, recordings
from .audio import RATE
from .engine import Engine
from .errors import EngineError
from .form import Form
from .gate import examine
from .http import Request
from .inventions import is_invention
from .languages import name, primary
from .transcript import Transcript

UPLOAD_LIMIT = 25 * 2**20
FORMATS = ("json", "text", "srt", "verbose_json", "vtt")


async def transcribe(engine: Engine, request: Request) -> None:
    """`POST /v1/audio/transcriptions`."""
    await _answer(engine, request, translate=False)


async def translate(engine: Engine, request: Request) -> None:
    """`POST /v1/audio/translations`: into English, by Whisper itself."""
    await _answer(engine, request, translate=True)


async def _answer(engine: Engine, request: Request, translate: bool) -> None:
    body = await request.body(UPLOAD_LIMIT + 64 * 1024)
    # Parsing and decoding a large upload takes a second, in which the others must be served.
    fields = await asyncio.to_thread(form.parse, request.headers.get("content-type", ""), body)
    del body
    kind = fields.text("response_format", "json")
    if kind not in FORMATS:
        raise EngineError(f"response_format must be one of {', '.join(FORMATS)}.", param="response_format")
    if "file" not in fields.files:
        raise EngineError("The field file is missing.", param="file")
    if len(fields.files["file"]) > UPLOAD_LIMIT:
        raise EngineError("The file is larger than 25 MB.", status=413, code="too_large", param="file")
    samples = await asyncio.to_thread(recordings.read, fields.files.pop("file"))
    transcript = await request.unless_gone(_recognise(engine, samples, fields, translate))
    seconds = len(samples) / RATE
    if fields.text("stream") == "true" and not translate:
        await _stream(request, transcript, seconds)
    elif kind in ("text", "srt", "vtt"):
        media_type = {"text": "text/plain", "srt": "application/x-subrip", "vtt": "text/vtt"}[kind]
        write = {"text": captions.text, "srt": captions.srt, "vtt": captions.vtt}[kind]
        await request.respond(200, f"{media_type}; charset=utf-8", write(transcript.segments).encode())
    elif kind == "verbose_json":
        await request.respond_json(_verbose(transcript, seconds, translate))
    else:
        await request.respond_json({"text": transcript.text, "usage": _usage(seconds)})


async def _recognise(engine: Engine, samples: np.ndarray, fields: Form, translate: bool) -> Transcript:
    """The transcript; an empty one where nobody speaks."""
    language = primary(fields.text("language")) or None
    await engine.need_recogniser(language)
    activity = await asyncio.to_thread(examine, samples)
    if activity.reason is not None:
        return Transcript(language or "en", ())
    if language is None:
        language, _ = await engine.detect(
            samples, [primary(code) for code in fields.fields.get("languages[]", ())]
        )
    transcript = await engine.transcribe(
        samples,
        language,
        translate=translate,
        prompt=fields.text("prompt"),
        words="word" in fields.fields.get("timestamp_granularities[]", ()),
    )
    if is_invention(transcript.text, activity.level_dbfs, transcript.confidence):
        return Transcript(language, ())
    return transcript


def _usage(seconds: float) -> dict:
    return {"type": "duration", "seconds": round(seconds)}


def _verbose(transcript: Transcript, seconds: float, translate: bool) -> dict:
    """The `verbose_json` body; like OpenAI's, it names the language in English."""
    words = [dataclasses.asdict(word) for segment in transcript.segments for word in segment.words]
    return {
        "task": "translate" if translate else "transcribe",
        "language": "english" if translate else name(transcript.language).lower(),
        "duration": round(seconds, 3),
        "text": transcript.text,
        "segments": [
            {
                "id": index,
                "seek": 0,
                "start": segment.start,
                "end": segment.end,
                "text": segment.text,
                "tokens": [],
                "temperature": 0.0,
                "avg_logprob": float(np.log(max(1e-9, segment.confidence))),
                "compression_ratio": 1.0,
                "no_speech_prob": 0.0,
            }
            for index, segment in enumerate(transcript.segments)
        ],
        "usage": _usage(seconds),
    } | ({"words": words} if words else {})


async def _stream(request: Request, transcript: Transcript, seconds: float) -> None:
    """Sends the transcript as server-sent events, a delta per segment."""
    await request.start(200, "text/event-stream; charset=utf-8")
    joint = ""
    for segment in transcript.segments:
        await request.event({"type": "transcript.text.delta", "delta": joint + segment.text})
        joint = " "
    await request.event({"type": "transcript.text.done", "text": transcript.text, "usage": _usage(seconds)})
    await request.write(b"", more=False)
