"""Recognition as the server sees it: one job at a time, in the order they came, each of which can be
cancelled."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from .errors import EngineError
from .transcript import Segment, Transcript, Word

QUEUE_LIMIT = 16
"""Jobs waiting or running; another is refused with 429."""
THREADING = {"OPENBLAS_NUM_THREADS": "1", "GOMP_SPINCOUNT": "0"}
"""Only a process of one thread may fork. And OpenMP's threads wait for one another asleep: spinning gains
nothing on an idle machine, and made a decode 2 to 10 times slower while other programs used the processor."""
JOB_S = 1.0
"""What a job takes, roughly, for Retry-After."""


class Worker:
    """A forked process that does one job after the other."""

    def __init__(self, pid: int, opened: socket.socket) -> None:
        self.pid, self._socket = pid, opened
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: dict, samples: np.ndarray) -> dict:
        """Hands over a job and waits for its answer. Raises `ConnectionError` if the process died."""
        if self._streams is None:
            self._streams = await asyncio.open_unix_connection(sock=self._socket, limit=2**22)
        reader, writer = self._streams
        writer.write(json.dumps(request | {"samples": len(samples)}).encode() + b"\n")
        writer.write(np.ascontiguousarray(samples, "<f4").tobytes())
        await writer.drain()
        line = await reader.readline()
        if not line.endswith(b"\n"):
            raise ConnectionError("the recogniser ended")
        return json.loads(line)

    def kill(self) -> None:
        """Ends the process wherever it is."""
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        if self._streams is not None:
            self._streams[1].close()
        else:
            self._socket.close()


class Recognition:
    """A model loaded in a process of its own. `languages` are its codes (ISO 639-1 mostly); `jobs` wait or
    run."""

    def __init__(self, model: Path, threads: int) -> None:
        self.model, self._threads = model, threads
        self.languages: list[str] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._current: Worker | None = None
        self._turn, self._forking = asyncio.Lock(), asyncio.Lock()
        self.jobs = 0

    async def start(self) -> None:
        """Loads the model. Raises `ValueError` if it isn't one."""
        loop = asyncio.get_running_loop()
        self._control, theirs = socket.socketpair()
        self._control.setblocking(False)
        with theirs:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    __package__ + ".recogniser_process",
                    str(self.model),
                    str(self._threads),
                    str(theirs.fileno()),
                ],
                stdin=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                env=os.environ | THREADING,
            )
        report = b""
        while not report.endswith(b"\n"):
            piece = await loop.sock_recv(self._control, 65536)
            if not piece:
                raise ValueError(f"{self.model} can't be loaded")
            report += piece
        loaded = json.loads(report)
        if "error" in loaded:
            raise ValueError(loaded["error"])
        self.languages = loaded["languages"]

    async def retire(self) -> None:
        """Ends the processes when the jobs that have come are done."""
        async with self._turn:
            self.stop()

    def stop(self) -> None:
        """Ends the processes."""
        self._drop()
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = self._control = None

    def _drop(self) -> None:
        if self._current is not None:
            self._current.kill()
        self._current = None

    async def _worker(self) -> Worker:
        """The worker that is there, or another."""
        async with self._forking:
            return await self._fork()

    async def _fork(self) -> Worker:
        if self._process is None or self._process.poll() is not None:
            self.stop()
            await self.start()
        if self._current is None:
            assert self._control is not None
            loop = asyncio.get_running_loop()
            ours, theirs = socket.socketpair()
            with theirs:
                socket.send_fds(self._control, [b"w"], [theirs.fileno()])
            pid = b""
            while len(pid) < 4:
                piece = await loop.sock_recv(self._control, 4 - len(pid))
                if not piece:
                    ours.close()
                    raise ConnectionError("the recogniser ended")
                pid += piece
            ours.setblocking(False)
            self._current = Worker(struct.unpack("<i", pid)[0], ours)
        return self._current

    async def _ask(self, request: dict, samples: np.ndarray) -> dict:
        """One job. When the waiting task is cancelled, the job stops at once."""
        if self.jobs >= QUEUE_LIMIT:
            raise EngineError(
                "The engine is busy with other recordings. Try again in a moment.",
                status=429,
                code="busy",
                stage="recognise",
                retry_after_s=max(1.0, self.jobs * JOB_S),
            )
        self.jobs += 1
        try:
            async with self._turn:
                return await self._exchange(request, samples)
        finally:
            self.jobs -= 1

    async def _exchange(self, request: dict, samples: np.ndarray) -> dict:
        # A fork that is under way must be seen to its end, or its PID would be read as the next one's.
        worker = await asyncio.shield(asyncio.ensure_future(self._worker()))
        try:
            reply = await worker.ask(request, samples)
        except ConnectionError as error:
            self._drop()
            raise EngineError(
                "The speech model stopped working on this recording. Try again.",
                status=500,
                code="internal",
                stage="recognise",
            ) from error
        except asyncio.CancelledError:
            self._drop()
            raise
        if "error" in reply:
            raise EngineError(
                f"The speech model failed: {reply['error']}. Try again.",
                status=500,
                code="internal",
                stage="recognise",
            )
        return reply

    async def detect(self, samples: np.ndarray, candidates: Sequence[str] = ()) -> tuple[str, float]:
        """The language spoken and its probability, among the candidates where any are given."""
        reply = await self._ask({"job": "detect", "candidates": list(candidates)}, samples)
        return reply["language"], reply["probability"]

    async def transcribe(
        self,
        samples: np.ndarray,
        language: str,
        *,
        partial: bool = False,
        translate: bool = False,
        prompt: str = "",
        words: bool = False,
    ) -> Transcript:
        """Recognises 16 kHz float32 samples; see `Recogniser.transcribe`."""
        reply = await self._ask(
            {
                "job": "transcribe",
                "language": language,
                "partial": partial,
                "translate": translate,
                "prompt": prompt,
                "words": words,
            },
            samples,
        )
        return Transcript(
            reply["language"],
            tuple(
                Segment(**segment | {"words": tuple(Word(**word) for word in segment["words"])})
                for segment in reply["segments"]
            ),
        )
