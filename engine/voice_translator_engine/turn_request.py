"""The parameters of `POST /v1/turns`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .audio import RATE
from .errors import EngineError
from .http import Request
from .languages import primary

LONGEST_PROMPT = 500
"""Characters. Whisper looks at 224 tokens of a prompt (openai/whisper, `decoding.py`: half of its context)."""
_TAG = re.compile(r"[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*")


@dataclass(frozen=True)
class TurnRequest:
    """What a turn is asked to do. Language tags are as they came; `source` None means it is to be found
    out."""

    source: str | None
    candidates: tuple[str, ...]
    targets: tuple[str, ...]
    voices: dict[str, str]
    speed: float
    partials: bool
    speech: bool
    stage: str
    """Where the turn enters: recognise, translate or speak."""
    prompt: str = ""
    """Names and terms that may be said, as Whisper's own prompt takes them."""


def bad(param: str, message: str) -> EngineError:
    """A parameter that isn't right."""
    return EngineError(message, param=param)


def _tag(param: str, value: str) -> str:
    if not _TAG.fullmatch(value):
        raise bad(param, f"{param}={value[:20]!r} isn't a language tag such as en or pt-BR.")
    return value.replace("_", "-")


def _flag(request: Request, name: str, default: bool) -> bool:
    value = request.query.get(name, ["1" if default else "0"])[-1]
    if value not in ("0", "1"):
        raise bad(name, f"{name} must be 0 or 1.")
    return value == "1"


def _stage(request: Request) -> str:
    """The stage that the body's type and the `stage` parameter name."""
    stage = request.query.get("stage", [None])[-1]
    if request.media_type == "audio/l16":
        rate = re.search(r"rate\s*=\s*\"?(\d+)", request.headers["content-type"])
        if rate is None or int(rate[1]) != RATE:
            raise EngineError(f"audio/L16 must have rate={RATE}.", status=415, code="unsupported_media_type")
        expected = "recognise"
    elif request.media_type == "text/plain":
        expected = "speak" if stage == "speak" else "translate"
    else:
        raise EngineError(
            f"Send audio/L16;rate={RATE} or text/plain, not {request.media_type or 'an untyped body'}.",
            status=415,
            code="unsupported_media_type",
        )
    if stage not in (None, expected):
        raise bad("stage", f"stage={stage[:20]} doesn't go with {request.media_type}.")
    return expected


def parse(request: Request) -> TurnRequest:
    """Reads and checks the query. Raises `EngineError`."""
    stage = _stage(request)
    source = request.query.get("from", ["auto"])[-1]
    targets = tuple(dict.fromkeys(_tag("to", value) for value in request.query.get("to", ())))
    voices = {}
    for value in request.query.get("voice", ()):
        language, _, voice = value.partition(":")
        if not voice:
            raise bad("voice", "voice must be LANGUAGE:NAME, as es:pico:es-ES.")
        voices[primary(language)] = voice
    try:
        speed = float(request.query.get("speed", ["1"])[-1])
    except ValueError:
        speed = 0.0
    if not 0.25 <= speed <= 4:
        raise bad("speed", "speed must be a number from 0.25 to 4.")
    prompt = request.query.get("prompt", [""])[-1]
    if len(prompt) > LONGEST_PROMPT:
        raise bad("prompt", f"prompt may have {LONGEST_PROMPT} characters; it has {len(prompt)}.")
    if stage == "speak" and len(targets) != 1:
        raise bad("to", "stage=speak needs exactly one language in to.")
    if stage == "translate" and source == "auto":
        raise bad("from", "A text needs its language in from.")
    return TurnRequest(
        None if source == "auto" else _tag("from", source),
        tuple(primary(_tag("alt", value)) for value in request.query.get("alt", ())),
        targets,
        voices,
        speed,
        _flag(request, "partial", True),
        _flag(request, "speech", True),
        stage,
        prompt,
    )
