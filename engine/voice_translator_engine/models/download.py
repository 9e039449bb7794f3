"""Downloads a file so that it is right or not there: resumed after a cut, checked, then given its name."""

from __future__ import annotations

import hashlib
import http.client
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from .catalogue import RemoteFile
from .errors import ModelError

ATTEMPTS = 5
"""Connections in a row that bring nothing, after which it is given up."""
STALL_S = 20.0
PAUSE_S = 0.5
CHUNK = 256 * 1024
RESERVE = 32 * 2**20
"""Bytes of the disk that stay free."""


class WrongLength(Exception):
    """The server sends more than the index says."""


def check_space(directory: Path, wanted: int) -> None:
    """Raises `ModelError` if the disk hasn't room for so many bytes more."""
    free = shutil.disk_usage(directory).free
    if free < wanted + RESERVE:
        raise ModelError(
            "disk_full",
            f"{directory} has {free / 1e6:.0f} MB free, and {wanted / 1e6:.0f} MB are needed.",
            "Free some space, or name another directory with --models.",
        )


def download(file: RemoteFile, part: Path, progress: Callable[[int], None], stall_s: float = STALL_S) -> None:
    """Fills `part`, beginning where an earlier download left off; `progress` gets the bytes that are there.

    Raises `ModelError`: `unreachable` keeps the part for the next time, `wrong_content` removes it.
    """
    failures, reason = 0, ""
    while (have := part.stat().st_size if part.exists() else 0) < file.size:
        progress(have)
        try:
            _append(file, part, have, progress, stall_s)
        except WrongLength:
            part.unlink(missing_ok=True)
            raise ModelError(
                "wrong_content",
                f"{file.url} is longer than the {file.size} bytes it should have.",
                "Try again later, or name another mirror with --mirror.",
            ) from None
        except urllib.error.HTTPError as error:
            reason = f"HTTP status {error.code}"
            if error.code == 416:  # The part isn't a beginning of what is there now.
                part.unlink()
        except (OSError, http.client.HTTPException) as error:
            reason = str(getattr(error, "reason", error)) or type(error).__name__
        grown = (part.stat().st_size if part.exists() else 0) > have
        failures = 0 if grown else failures + 1
        if failures >= ATTEMPTS:
            raise ModelError(
                "unreachable",
                f"{file.url} can't be downloaded: {reason or 'nothing came'}.",
                "Try again: it goes on from where it stopped.",
            )
        if not grown:
            time.sleep(PAUSE_S)
    progress(file.size)
    with part.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    if digest != file.sha256.lower():
        part.unlink()
        raise ModelError(
            "wrong_content",
            f"{file.url} doesn't have the SHA-256 {file.sha256[:12]}….",
            "Try again later, or name another mirror with --mirror.",
        )


def _append(file: RemoteFile, part: Path, have: int, progress: Callable[[int], None], stall_s: float) -> None:
    """One connection's worth. A server that doesn't know ranges sends everything again."""
    request = urllib.request.Request(file.url, headers={"Range": f"bytes={have}-"} if have else {})
    with urllib.request.urlopen(request, timeout=stall_s) as response:
        resumed = response.status == 206
        done = have if resumed else 0
        with part.open("ab" if resumed else "wb") as sink:
            while data := response.read1(CHUNK):
                done += len(data)
                if done > file.size:
                    raise WrongLength
                sink.write(data)
                progress(done)
