"""The ASGI application: who may ask, and which route answers."""

from __future__ import annotations

import asyncio
import hmac
import sys
import traceback
from collections.abc import Awaitable, Callable

from . import capabilities, libretranslate, openapi, speech, transcriptions, turns
from .engine import Engine
from .errors import EngineError
from .http import ClientGone, Receive, Request, Scope, Send

LOOPBACK = {"127.0.0.1", "localhost", "[::1]"}
Handler = Callable[[Engine, Request], Awaitable[None]]
ROUTES: dict[str, tuple[tuple[str, ...], Handler]] = {
    "/v1/turns": (("POST",), turns.handle),
    "/v1/audio/transcriptions": (("POST",), transcriptions.transcribe),
    "/v1/audio/translations": (("POST",), transcriptions.translate),
    "/v1/audio/speech": (("POST",), speech.handle),
    "/v1/models": (("GET",), capabilities.models),
    "/v1/capabilities": (("GET",), capabilities.capabilities),
    "/healthz": (("GET",), capabilities.health),
    "/openapi.json": (("GET",), openapi.handle),
    "/translate": (("POST",), libretranslate.translate),
    "/languages": (("GET",), libretranslate.languages),
    "/detect": (("POST",), libretranslate.detect),
}


REQUEST_LIMIT = 64
"""Requests at once; another is refused with 429. Health is always told."""


class Application:
    """The server's application. `token` is demanded as a bearer token where it is set; `local` is false on a
    socket that only the owner can reach, where Host and Origin say nothing."""

    def __init__(self, engine: Engine, token: str | None = None, tcp: bool = False) -> None:
        self.engine, self._token, self._tcp = engine, token, tcp
        self._loading: asyncio.Task[None] | None = None
        self._running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI's entry point."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            request = Request(scope, receive, send)
            self._running += 1
            try:
                await self._answer(request)
            except ClientGone:
                return
            except EngineError as error:
                if not request.answered:
                    await self._refuse(request, error)
            except (
                Exception
            ) as error:  # A bug: the client gets an answer, the log the place, nobody the data.
                place = traceback.extract_tb(error.__traceback__)[-1]
                print(
                    f"{request.path}: {type(error).__name__} at {place.filename}:{place.lineno}",
                    file=sys.stderr,
                )
                if not request.answered:
                    await self._refuse(
                        request,
                        EngineError(
                            "The engine failed on this request. Please report it.",
                            status=500,
                            code="internal",
                        ),
                    )
            finally:
                self._running -= 1

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._loading = asyncio.create_task(self.engine.load())
                await send({"type": "lifespan.startup.complete"})
            else:
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _answer(self, request: Request) -> None:
        self._admit(request)
        route = ROUTES.get(request.path)
        if route is None and request.path.startswith(capabilities.MODEL_PREFIX):
            route = ("GET",), capabilities.model
        if route is None:
            raise EngineError(f"There is nothing at {request.path[:80]!r}.", status=404, code="not_found")
        methods, handler = route
        if request.method not in methods:
            raise EngineError(
                f"{request.path} takes {' or '.join(methods)}.",
                status=405,
                code="method_not_allowed",
                allow=methods[0],
            )
        if self._running > REQUEST_LIMIT and request.path != "/healthz":
            raise EngineError(
                "The engine has too many requests at once. Try again in a moment.",
                status=429,
                code="busy",
                retry_after_s=1,
            )
        await self.engine.refresh()
        await handler(self.engine, request)

    def _admit(self, request: Request) -> None:
        """Raises `EngineError` for a caller without the token, or a web page of another origin."""
        if self._tcp:
            host = request.headers.get("host", "").rsplit(":", 1)[0]
            origin = request.headers.get("origin", "")
            if self._token is None and host not in LOOPBACK:
                raise EngineError("This host name isn't served here.", status=403, code="forbidden_host")
            if origin and origin.split("//", 1)[-1].rsplit(":", 1)[0] not in LOOPBACK:
                raise EngineError(
                    "Web pages of other origins aren't served.", status=403, code="forbidden_origin"
                )
        if self._token is not None and request.path != "/healthz":
            given = request.headers.get("authorization", "").removeprefix("Bearer ")
            if not hmac.compare_digest(given.encode(), self._token.encode()):
                raise EngineError("The bearer token is missing or wrong.", status=401, code="unauthorized")

    async def _refuse(self, request: Request, error: EngineError) -> None:
        """Sends an error in the shape that the route's clients expect."""
        extra = {"retry-after": str(round(error.retry_after_s))} if error.retry_after_s is not None else {}
        if error.allow is not None:
            extra["allow"] = error.allow
        if request.path in libretranslate.PATHS:
            await request.respond_json({"error": error.message}, error.status, extra)
        else:
            await request.respond_json(error.openai_body(), error.status, extra)
