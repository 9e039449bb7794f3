"""How the C library holds on to memory: a server that once took a large upload shall not stay large."""

from __future__ import annotations

import ctypes

ARENA_MAX, MMAP_THRESHOLD, TRIM_THRESHOLD = -8, -3, -1
"""glibc's `M_ARENA_MAX`, `M_MMAP_THRESHOLD` and `M_TRIM_THRESHOLD` (malloc.h, mallopt(3))."""
LARGE = 256 * 1024
"""Bytes. Blocks of this size are given back as soon as they are free; setting it also stops glibc from
raising it."""


def give_back_early() -> None:
    """Asks for it where the C library has such settings."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except AttributeError:
        return
    for option, value in ((MMAP_THRESHOLD, LARGE), (TRIM_THRESHOLD, LARGE), (ARENA_MAX, 2)):
        mallopt(option, value)
