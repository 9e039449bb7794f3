"""A stage's own thread: jobs run one after the other, in the order they came."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


class Worker:
    """Runs blocking work off the event loop, on one thread (some models are bound to the thread that made
    them)."""

    def __init__(self, name: str) -> None:
        self._pool = ThreadPoolExecutor(1, name)

    async def run(self, work: Callable[..., Result], *arguments: object) -> Result:
        """Waits for the turn, runs `work`, gives its result or raises its error."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)
