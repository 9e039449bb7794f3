"""When files of a folder are closed after writing, as the kernel tells it (inotify)."""

from __future__ import annotations

import ctypes
import os
import select
import struct
import time
from pathlib import Path

IN_CLOSE_WRITE = 8
HEADER = struct.Struct("iIII")


class Closings:
    """The files of one folder."""

    def __init__(self, folder: Path) -> None:
        """`folder` must exist."""
        libc = ctypes.CDLL(None, use_errno=True)
        self._descriptor = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        assert libc.inotify_add_watch(self._descriptor, str(folder).encode(), IN_CLOSE_WRITE) >= 0

    def wait(self, suffix: str, timeout: float) -> tuple[str, float]:
        """The next file with this ending that is closed: its name, and when, on the clock of `time.monotonic`."""
        deadline = time.monotonic() + timeout
        while (left := deadline - time.monotonic()) > 0:
            if not select.select([self._descriptor], [], [], left)[0]:
                break
            now, data = time.monotonic(), os.read(self._descriptor, 65536)
            while data:
                length = HEADER.unpack_from(data)[3]
                name = data[HEADER.size:HEADER.size + length].rstrip(b"\0").decode()
                data = data[HEADER.size + length:]
                if name.endswith(suffix):
                    return name, now
        raise AssertionError(f"no {suffix} was closed in {timeout} s")

    def close(self) -> None:
        """Watches no more."""
        os.close(self._descriptor)
