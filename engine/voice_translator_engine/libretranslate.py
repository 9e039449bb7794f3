"""The routes of LibreTranslate's interface: `/translate`, `/languages`, `/detect`."""

from __future__ import annotations

import html
import re

from . import form, text_language
from .engine import Engine
from .errors import EngineError
from .http import Request, parse_json
from .languages import name, primary
from .sentences import split

PATHS = {"/translate", "/languages", "/detect"}
BODY_LIMIT = 256 * 1024
_MARKUP = re.compile(r"(<[^>]*>)")


async def _parameters(request: Request) -> dict:
    """The body's parameters, JSON or form."""
    body = await request.body(BODY_LIMIT)
    if request.media_type == "application/json":
        return parse_json(body)
    return {
        key: values[-1]
        for key, values in form.parse(request.headers.get("content-type", ""), body).fields.items()
    }


def _texts(parameters: dict) -> list[str]:
    texts = parameters.get("q")
    texts = texts if isinstance(texts, list) else [texts]
    if not texts or not all(isinstance(text, str) for text in texts):
        raise EngineError("Invalid request: missing q parameter")
    return texts


async def _plain(engine: Engine, source: str, target: str, text: str) -> str:
    """Translates text of any length; white space around and between sentences stays."""
    route = await engine.route(source, target)
    done = []
    for sentence in split(text):
        core = sentence.strip()
        before, after = sentence[: len(sentence) - len(sentence.lstrip())], sentence[len(sentence.rstrip()) :]
        done.append(before + await engine.translate(route, core) + after)
    return "".join(done)


async def _marked_up(engine: Engine, source: str, target: str, text: str) -> str:
    """Translates the text between HTML tags."""
    parts = _MARKUP.split(text)
    for index in range(0, len(parts), 2):
        if parts[index].strip():
            translated = await _plain(engine, source, target, html.unescape(parts[index]))
            parts[index] = html.escape(translated, quote=False)
    return "".join(parts)


async def translate(engine: Engine, request: Request) -> None:
    """`POST /translate`."""
    parameters = await _parameters(request)
    texts = _texts(parameters)
    source, target = parameters.get("source"), parameters.get("target")
    if not isinstance(source, str) or not isinstance(target, str):
        raise EngineError("Invalid request: missing source or target parameter")
    translator = _marked_up if parameters.get("format") == "html" else _plain
    results, detected = [], []
    for text in texts:
        code, confidence = primary(source), 0.0
        if source == "auto":
            code, confidence = text_language.detect(text)
            detected.append({"confidence": round(confidence * 100), "language": code})
        results.append(await translator(engine, code, primary(target), text))
    many = isinstance(parameters.get("q"), list)
    answer: dict[str, object] = {"translatedText": results if many else results[0]}
    if detected:
        answer["detectedLanguage"] = detected if many else detected[0]
    if parameters.get("alternatives"):
        answer["alternatives"] = [[] for _ in results] if many else []
    await request.respond_json(answer)


async def languages(engine: Engine, request: Request) -> None:
    """`GET /languages`."""
    await engine.ready("translate")
    await request.respond_json(
        [
            {"code": source, "name": name(source), "targets": sorted(engine.routes.from_language(source))}
            for source in engine.routes.sources
        ]
    )


async def detect(engine: Engine, request: Request) -> None:
    """`POST /detect`."""
    text = _texts(await _parameters(request))[0]
    code, confidence = text_language.detect(text)
    await request.respond_json([{"confidence": round(confidence * 100), "language": code}])
