"""What the engine is, has and can do: `/healthz`, `/v1/models`, `/v1/capabilities`."""

from __future__ import annotations

from .engine import Engine
from .errors import EngineError
from .http import Request
from .languages import name

MODEL_PREFIX = "/v1/models/"


async def health(engine: Engine, request: Request) -> None:
    """`GET /healthz`: `loading` or `ready`, what has loaded, what couldn't be, and how many
    recognitions run or wait."""
    progress = engine.progress
    await request.respond_json(
        {
            "status": "ready" if all(progress.values()) else "loading",
            "loaded": progress,
            "recognition": engine.recogniser is not None,
            "problems": engine.problems,
            "recognitions": engine.recogniser.jobs if engine.recogniser else 0,
        }
    )


async def _models(engine: Engine) -> list[dict]:
    """OpenAI's description of each model: one per stage that has one."""
    await engine.ready("recognise", "speak")
    present = (["whisper-1"] if engine.recogniser else []) + (["tts-1"] if engine.voices.all else [])
    return [
        {"id": model, "object": "model", "created": 0, "owned_by": "voice-translator"} for model in present
    ]


async def models(engine: Engine, request: Request) -> None:
    """`GET /v1/models`, OpenAI's list."""
    await request.respond_json({"object": "list", "data": await _models(engine)})


async def model(engine: Engine, request: Request) -> None:
    """`GET /v1/models/ID`."""
    wanted = request.path.removeprefix(MODEL_PREFIX)
    for described in await _models(engine):
        if described["id"] == wanted:
            return await request.respond_json(described)
    raise EngineError(
        f"There is no model {wanted[:40]!r}. GET /v1/models lists them.",
        status=404,
        code="model_not_found",
        param="model",
    )


async def capabilities(engine: Engine, request: Request) -> None:
    """`GET /v1/capabilities`: the models, languages per stage, every route, every voice. A route by Whisper
    needs a recording: it is none for text."""
    await engine.ready("recognise", "translate", "speak")
    recognised = engine.recogniser.languages if engine.recogniser else []
    routes = []
    for source in engine.routes.sources:
        for target, route in engine.routes.from_language(source).items():
            if route.hops:
                routes.append({"from": source, "to": target, "route": route.labels, "rough": route.rough})
    for source in recognised:
        if "en" not in engine.routes.from_language(source):
            routes.append(
                {"from": source, "to": "en", "route": engine.heard_routes(source, "en"), "rough": True}
            )
    codes = sorted({*recognised, *engine.voices.languages, *engine.routes.sources})
    await request.respond_json(
        {
            "models": {
                "recognise": engine.recogniser.model.stem if engine.recogniser else None,
                "translate": [direction.label for direction in engine.neural],
            },
            "languages": {
                code: {
                    "name": name(code),
                    "recognise": code in recognised,
                    "speak": code in engine.voices.languages,
                }
                for code in codes
            },
            "routes": routes,
            "voices": [
                {"id": voice.id, "language": voice.language, "rate": voice.rate}
                for voice in engine.voices.all
            ],
            "limits": {"recording_s": 600, "upload_bytes": 25 * 2**20, "text_characters": 4096},
        }
    )
