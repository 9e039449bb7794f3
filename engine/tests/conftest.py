"""A running engine for the tests, and speech to send to it."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

SPEECH = Path(__file__).resolve().parents[2] / "Tests/Speech"


class SocketConnection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path: Path) -> None:
        super().__init__("localhost", timeout=60)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(60)
        self.sock.connect(str(self.path))


@pytest.fixture(scope="session")
def engine() -> Iterator[Path]:
    """The socket of an engine with the models of `VOICE_TRANSLATOR_MODELS`, by default the user's."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "engine.sock"
        command = [sys.executable, "-m", "voice_translator_engine", "--socket", str(path), "--exit-on-stdin-eof"]
        models = os.environ.get("VOICE_TRANSLATOR_MODELS")
        process = subprocess.Popen(command + (["--models", models] if models else []), stdin=subprocess.PIPE)
        deadline = time.monotonic() + 30
        while not path.exists():
            assert process.poll() is None and time.monotonic() < deadline, "the engine doesn't start"
            time.sleep(0.02)
        yield path
        process.stdin.close()
        assert process.wait(10) == 0
