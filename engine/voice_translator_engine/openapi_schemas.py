"""JSON Schema pieces of the OpenAPI document."""

from __future__ import annotations

STRING = {"type": "string"}
NUMBER = {"type": "number"}
INTEGER = {"type": "integer"}
BOOLEAN = {"type": "boolean"}
FLAG = {"type": "string", "enum": ["0", "1"]}
TAG = {
    "type": "string",
    "pattern": r"^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$",
    "description": "A BCP 47 language tag.",
}
EVENT = {"type": "object", "required": ["data"], "properties": {"data": STRING}}
"""A server-sent event, whose data is a JSON object."""
BYTES = {"type": "string", "format": "binary"}


def list_of(item: dict) -> dict:
    """An array."""
    return {"type": "array", "items": item}


def record(required: dict, **optional: dict) -> dict:
    """An object with required and optional properties."""
    return {"type": "object", "required": list(required), "properties": required | optional}


OPENAI_ERROR = record(
    {
        "error": record(
            {"message": STRING, "type": STRING, "param": {"type": ["string", "null"]}, "code": STRING}
        )
    }
)
PLAIN_ERROR = record({"error": STRING})
MODEL = record({"id": STRING, "object": STRING, "created": INTEGER, "owned_by": STRING})
USAGE = record({"type": STRING, "seconds": INTEGER})
WORD = record({"word": STRING, "start": NUMBER, "end": NUMBER})
SEGMENT = record({"id": INTEGER, "start": NUMBER, "end": NUMBER, "text": STRING})
TRANSCRIPT = record(
    {"text": STRING, "usage": USAGE},
    task=STRING,
    language=STRING,
    duration=NUMBER,
    segments=list_of(SEGMENT),
    words=list_of(WORD),
)
HEALTH = record(
    {
        "status": {"type": "string", "enum": ["loading", "ready"]},
        "loaded": {"type": "object", "additionalProperties": BOOLEAN},
        "recognition": BOOLEAN,
        "problems": list_of(STRING),
        "recognitions": INTEGER,
    }
)
CAPABILITIES = record(
    {
        "models": record({"recognise": {"type": ["string", "null"]}, "translate": list_of(STRING)}),
        "languages": {
            "type": "object",
            "additionalProperties": record({"name": STRING, "recognise": BOOLEAN, "speak": BOOLEAN}),
        },
        "routes": list_of(record({"from": STRING, "to": STRING, "route": list_of(STRING), "rough": BOOLEAN})),
        "voices": list_of(record({"id": STRING, "language": STRING, "rate": INTEGER})),
        "limits": {"type": "object", "additionalProperties": INTEGER},
    }
)
LANGUAGES = list_of(record({"code": STRING, "name": STRING, "targets": list_of(STRING)}))
DETECTED = record({"confidence": INTEGER, "language": STRING})
ONE_OR_MANY = {"oneOf": [STRING, list_of(STRING)]}
TRANSLATED = record(
    {"translatedText": ONE_OR_MANY},
    alternatives={"type": "array"},
    detectedLanguage={"oneOf": [DETECTED, list_of(DETECTED)]},
)
TRANSCRIBE = record(
    {"file": BYTES},
    model=STRING,
    language=STRING,
    prompt=STRING,
    response_format={"type": "string", "enum": ["json", "text", "srt", "verbose_json", "vtt"]},
    stream={"type": "string", "enum": ["true", "false"]},
)
SPEAK = record(
    {"input": {"type": "string", "minLength": 1, "maxLength": 4096}},
    model=STRING,
    voice=STRING,
    language=TAG,
    response_format={"type": "string", "enum": ["mp3", "opus", "flac", "wav", "pcm"]},
    speed={"type": "number", "minimum": 0.25, "maximum": 4},
    stream_format={"type": "string", "enum": ["audio", "sse"]},
)
TRANSLATE = record(
    {"q": ONE_OR_MANY, "source": STRING, "target": STRING},
    format={"type": "string", "enum": ["text", "html"]},
    alternatives=INTEGER,
)
