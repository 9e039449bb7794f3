"""Reads CTranslate2 model files (`model.bin`, binary version 6).

Layout, little-endian: u32 version, string specification, u32 revision, u32 variable count; per variable a
string name, u8 rank, rank × u32 dimensions, u8 type, u32 byte count, data; then u32 alias count and per alias
two strings (alias, name). A string is a u16 length, which counts the closing NUL, and that many bytes.
"""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

VERSION = 6
TYPES = {0: np.float32, 1: np.int8, 2: np.int16, 3: np.int32, 4: np.float16}


class ModelFormatError(ValueError):
    """The file isn't a CTranslate2 model of a version this reader knows."""


class _Cursor:
    """A read position in a buffer that refuses to run past the end."""

    def __init__(self, data: bytes) -> None:
        self.data, self.offset = memoryview(data), 0

    def take(self, count: int) -> memoryview:
        if self.offset + count > len(self.data):
            raise ModelFormatError(
                f"the model ends at byte {len(self.data)}, {count} bytes were due at {self.offset}"
            )
        piece = self.data[self.offset : self.offset + count]
        self.offset += count
        return piece

    def number(self, layout: str) -> int:
        return struct.unpack("<" + layout, self.take(struct.calcsize("<" + layout)))[0]

    def string(self) -> str:
        return bytes(self.take(self.number("H"))).rstrip(b"\0").decode()


def read_variables(path: Path) -> dict[str, np.ndarray]:
    """All variables of a model by name, aliases resolved, each in its stored type and shape.

    Raises `ModelFormatError` for another format, another version, or a file cut short.
    """
    cursor = _Cursor(path.read_bytes())
    version = cursor.number("I")
    if version != VERSION:
        raise ModelFormatError(f"{path.name} has CTranslate2 version {version}, {VERSION} is known")
    cursor.string()
    cursor.number("I")
    variables: dict[str, np.ndarray] = {}
    for _ in range(cursor.number("I")):
        name = cursor.string()
        shape = [cursor.number("I") for _ in range(cursor.number("B"))]
        kind = TYPES.get(cursor.number("B"))
        if kind is None:
            raise ModelFormatError(f"variable {name} has an unknown type")
        variables[name] = np.frombuffer(cursor.take(cursor.number("I")), kind).reshape(shape)
    for _ in range(cursor.number("I")):
        alias = cursor.string()
        variables[alias] = variables[cursor.string()]
    return variables
