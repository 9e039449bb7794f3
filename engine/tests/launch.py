"""Engines started for tests, each with its own socket or port."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Self


class SocketConnection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path: Path) -> None:
        super().__init__("localhost", timeout=60)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(60)
        self.sock.connect(str(self.path))


class Launched:
    """A running engine; leaving the context ends it by closing its standard input."""

    def __init__(
        self, *options: str, socket_path: Path | None = None, models: str | None = None, **variables: str
    ) -> None:
        self.path = socket_path
        self.port = None if socket_path else free_port()
        place = ["--socket", str(socket_path)] if socket_path else ["--listen", f"127.0.0.1:{self.port}"]
        models = models or os.environ.get("VOICE_TRANSLATOR_MODELS")
        if socket_path:
            socket_path.parent.mkdir(mode=0o700, exist_ok=True)
        command = [sys.executable, "-m", "voice_translator_engine", *place, "--exit-on-stdin-eof", *options]
        self.process = subprocess.Popen(
            command + (["--models", models] if models else []),
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | variables,
        )

    def __enter__(self) -> Self:
        deadline = time.monotonic() + 30
        while True:
            try:
                with self.connection() as connection:
                    connection.connect()
                return self
            except OSError:
                if self.process.poll() is not None:
                    raise AssertionError(self.process.stderr.read())
                assert time.monotonic() < deadline, "the engine doesn't start"
                time.sleep(0.02)

    def __exit__(self, *_: object) -> None:
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stderr.close()

    def connection(self) -> Connection:
        """A connection to it, not yet open."""
        return Connection(
            SocketConnection(self.path)
            if self.path
            else http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        )

    def ask(
        self,
        method: str,
        route: str,
        body: object = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, dict[str, str], object]:
        """One exchange; a body that isn't bytes goes as JSON. Gives status, headers and body, JSON
        decoded."""
        headers = dict(headers or {})
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        with self.connection() as connection:
            connection.request(method, route, body, headers)
            response = connection.getresponse()
            data = response.read()
            named = {name.lower(): value for name, value in response.getheaders()}
        return (
            response.status,
            named,
            json.loads(data) if named["content-type"] == "application/json" else data,
        )

    def wait_ready(self) -> dict:
        """Waits until all that is there has loaded; gives the health."""
        deadline = time.monotonic() + 60
        while (health := self.ask("GET", "/healthz")[2])["status"] != "ready":
            assert time.monotonic() < deadline
            time.sleep(0.02)
        return health


class Connection:
    """An HTTP connection that a with statement closes."""

    def __init__(self, connection: http.client.HTTPConnection) -> None:
        self._connection = connection

    def __enter__(self) -> http.client.HTTPConnection:
        return self._connection

    def __exit__(self, *_: object) -> None:
        self._connection.close()


def free_port() -> int:
    """A TCP port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def descendants(pid: int) -> dict[int, str]:
    """The running processes below one: PID and command line."""
    found = {}
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            try:
                found[child] = Path(f"/proc/{child}/cmdline").read_text().replace("\0", " ")
            except OSError:
                continue
            found |= descendants(child)
    return found


def workers(pid: int) -> set[int]:
    """The recogniser's forked workers below an engine: children of a process with the same command line."""
    lines = descendants(pid)
    parents = [child for child, line in lines.items() if "recogniser_process" in line]
    return {child for parent in parents for child in descendants(parent)}


def processor_time(pid: int) -> float:
    """The seconds of processor time that a process has used; 0 if it has gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")
