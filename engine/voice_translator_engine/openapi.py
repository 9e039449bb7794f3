"""`GET /openapi.json`: the description of every route (OpenAPI 3.1)."""

from __future__ import annotations

from . import openapi_schemas as schemas
from .encoders import FORMATS
from .engine import Engine
from .http import Request


def _answers(content: dict[str, dict], error: dict = schemas.OPENAI_ERROR) -> dict:
    """The answers of a route: what it gives, and the error that it gives else."""
    busy = {
        "description": "Busy; Retry-After says how long to wait, in seconds.",
        "headers": {"Retry-After": {"schema": schemas.INTEGER}},
        "content": {"application/json": {"schema": error}},
    }
    return {
        "200": {
            "description": "Done.",
            "content": {kind: {"schema": schema} for kind, schema in content.items()},
        },
        "429": busy,
        "default": {"description": "What is wrong.", "content": {"application/json": {"schema": error}}},
    }


def _route(
    summary: str, answers: dict, body: dict[str, dict] | None = None, parameters: list[dict] | None = None
) -> dict:
    """One operation."""
    operation: dict = {"summary": summary, "responses": answers}
    if parameters:
        operation["parameters"] = parameters
    if body:
        operation["requestBody"] = {
            "required": True,
            "content": {kind: {"schema": schema} for kind, schema in body.items()},
        }
    return operation


def _query(name: str, schema: dict, description: str) -> dict:
    return {"name": name, "in": "query", "schema": schema, "description": description}


def _json(schema: dict) -> dict[str, dict]:
    return {"application/json": schema}


TURN_PARAMETERS = [
    _query("from", schemas.TAG, "The language spoken, or auto (the default)."),
    _query("alt", schemas.list_of(schemas.TAG), "The languages to choose between where from is auto."),
    _query("to", schemas.list_of(schemas.TAG), "The languages to translate into."),
    _query("voice", schemas.list_of({"type": "string", "pattern": "^[A-Za-z]{2,3}:.+$"}), "LANGUAGE:VOICE."),
    _query("speed", {"type": "number", "minimum": 0.25, "maximum": 4}, "1 is the voice's own."),
    _query("partial", schemas.FLAG, "Whether to send partial hypotheses."),
    _query("speech", schemas.FLAG, "Whether to speak the translations."),
    _query("prompt", {"type": "string", "maxLength": 500}, "Names and terms that may be said."),
    _query(
        "stage", {"type": "string", "enum": ["recognise", "translate", "speak"]}, "Where the turn enters."
    ),
]
TEXTS = {"text/plain": schemas.STRING, "application/x-subrip": schemas.STRING, "text/vtt": schemas.STRING}


def document() -> dict:
    """The whole description."""
    audio = {kind: schemas.BYTES for kind, _ in FORMATS.values()} | {"text/event-stream": schemas.EVENT}
    model = {"name": "model", "in": "path", "required": True, "schema": schemas.STRING}
    plain = schemas.PLAIN_ERROR
    return {
        "openapi": "3.1.0",
        "info": {"title": "voice-translator's built-in engine", "version": "1"},
        "paths": {
            "/healthz": {"get": _route("What has loaded", _answers(_json(schemas.HEALTH)))},
            "/openapi.json": {"get": _route("This document", _answers(_json({"type": "object"})))},
            "/v1/capabilities": {
                "get": _route("Languages, routes, voices, limits", _answers(_json(schemas.CAPABILITIES)))
            },
            "/v1/turns": {
                "post": _route(
                    "A whole turn: JSON objects, one a line, while the body still arrives",
                    _answers({"application/x-ndjson": schemas.STRING}),
                    {"audio/L16;rate=16000": schemas.BYTES, "text/plain": schemas.STRING},
                    TURN_PARAMETERS,
                )
            },
            "/v1/audio/transcriptions": {
                "post": _route(
                    "Recognise a recording",
                    _answers(_json(schemas.TRANSCRIPT) | TEXTS | {"text/event-stream": schemas.EVENT}),
                    {"multipart/form-data": schemas.TRANSCRIBE},
                )
            },
            "/v1/audio/translations": {
                "post": _route(
                    "Recognise a recording in English",
                    _answers(_json(schemas.TRANSCRIPT) | TEXTS),
                    {"multipart/form-data": schemas.TRANSCRIBE},
                )
            },
            "/v1/audio/speech": {"post": _route("Speak a text", _answers(audio), _json(schemas.SPEAK))},
            "/v1/models": {
                "get": _route(
                    "The models",
                    _answers(
                        _json(
                            schemas.record({"object": schemas.STRING, "data": schemas.list_of(schemas.MODEL)})
                        )
                    ),
                )
            },
            "/v1/models/{model}": {
                "get": _route("One model", _answers(_json(schemas.MODEL)), parameters=[model])
            },
            "/translate": {
                "post": _route(
                    "Translate texts", _answers(_json(schemas.TRANSLATED), plain), _json(schemas.TRANSLATE)
                )
            },
            "/languages": {
                "get": _route("Languages and their targets", _answers(_json(schemas.LANGUAGES), plain))
            },
            "/detect": {
                "post": _route(
                    "A text's language",
                    _answers(_json(schemas.list_of(schemas.DETECTED)), plain),
                    _json(schemas.record({"q": schemas.STRING})),
                )
            },
        },
    }


async def handle(engine: Engine, request: Request) -> None:
    """Sends the document."""
    await request.respond_json(document())
