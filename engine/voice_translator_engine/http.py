"""The little HTTP that the routes need, on plain ASGI."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, MutableMapping
from typing import Any, TypeVar
from urllib.parse import parse_qs

from .errors import EngineError

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Result = TypeVar("Result")


class ClientGone(Exception):
    """The client closed the connection: there is nobody to answer."""


class Request:
    """One request: its head parsed, its body still to be received."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.method: str = scope["method"]
        self.path: str = scope["path"]
        self.headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        self.query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        self.receive, self.send = receive, send
        self.answered = False

    @property
    def media_type(self) -> str:
        """The body's media type without parameters, in small letters."""
        return self.headers.get("content-type", "").split(";")[0].strip().lower()

    async def chunks(self) -> AsyncIterator[bytes]:
        """The body as it arrives. Raises `ClientGone`."""
        more = True
        while more:
            message = await self.receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            yield message.get("body", b"")
            more = message.get("more_body", False)

    async def body(self, limit: int) -> bytearray:
        """The whole body. Raises `EngineError` with status 413 as soon as it exceeds `limit` bytes."""
        declared = self.headers.get("content-length", "")
        if declared.isdigit() and int(declared) > limit:
            raise too_large(limit)
        collected = bytearray()
        async for chunk in self.chunks():
            collected += chunk
            if len(collected) > limit:
                raise too_large(limit)
        return collected

    async def unless_gone(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Does work whose request body has been read; cancels it and raises `ClientGone` when the client
        goes."""
        task, gone = asyncio.create_task(work), asyncio.create_task(self._gone())
        try:
            await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise ClientGone
            return task.result()
        finally:
            task.cancel()
            gone.cancel()

    async def _gone(self) -> None:
        while (await self.receive())["type"] != "http.disconnect":
            continue

    async def start(self, status: int, media_type: str, extra: dict[str, str] | None = None) -> None:
        """Sends the head of a response."""
        self.answered = True
        headers = {"content-type": media_type, "cache-control": "no-store"} | (extra or {})
        await self.send(
            {
                "type": "http.response.start",
                "status": status,
                "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()],
            }
        )

    async def write(self, data: bytes, *, more: bool = True) -> None:
        """Sends a piece of the response's body."""
        await self.send({"type": "http.response.body", "body": data, "more_body": more})

    async def event(self, value: dict[str, Any]) -> None:
        """Sends a server-sent event."""
        await self.write(b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n")

    async def respond(
        self, status: int, media_type: str, data: bytes, extra: dict[str, str] | None = None
    ) -> None:
        """Sends a whole response."""
        await self.start(status, media_type, (extra or {}) | {"content-length": str(len(data))})
        await self.write(data, more=False)

    async def respond_json(
        self, value: object, status: int = 200, extra: dict[str, str] | None = None
    ) -> None:
        """Sends a whole JSON response."""
        await self.respond(status, "application/json", json.dumps(value, ensure_ascii=False).encode(), extra)


def too_large(limit: int) -> EngineError:
    """A body over the limit."""
    return EngineError(
        f"The request is larger than {limit / 1e6:.0f} MB. Send less at once.", status=413, code="too_large"
    )


def parse_json(data: bytes | bytearray) -> dict[str, Any]:
    """A body that must be a JSON object."""
    try:
        value = json.loads(data)
    except ValueError as error:
        raise EngineError(f"The body isn't JSON: {error}.") from error
    if not isinstance(value, dict):
        raise EngineError("The body must be a JSON object.")
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise EngineError("The body holds half a surrogate pair, which is no character.") from error
    return value
