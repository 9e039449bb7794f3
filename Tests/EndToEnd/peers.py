"""Running servers written by others."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from program import TESTS

PEERS = TESTS / ".venv-peers"
LIBRETRANSLATE = TESTS / ".venv-libretranslate"


def site(package: str) -> Path:
    """The folder of a package in the peers' environment."""
    return next(PEERS.glob("lib/python3*/site-packages")) / package


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def running(command: list[str | Path], env: dict[str, str], url: str, log: Path) -> Iterator[None]:
    """A server in a process group of its own, from its first answer to the end of the block."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, env=os.environ | {"LC_ALL": "C.UTF-8"} | env,
                                   stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True)
    try:
        end = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(url, timeout=2).close()
                break
            except OSError as error:
                # Any answer will do but that of a server that is still loading.
                if isinstance(error, urllib.error.HTTPError) and error.code != 503:
                    break
                assert process.poll() is None and time.monotonic() < end, log.read_text()
                time.sleep(0.1)
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(10)
