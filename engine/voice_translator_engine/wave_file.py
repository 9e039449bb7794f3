"""WAVE files (RIFF), as far as their samples are plain integers or floats."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import numpy as np

from .audio import PCM
from .errors import EngineError

EXTENSIBLE, FLOAT = 0xFFFE, 3
HIGHEST_RATE = 768_000


def bad_audio(reason: str) -> EngineError:
    """An upload that isn't audio the engine reads."""
    return EngineError(
        f"The recording can't be read: {reason}. Send a WAV, FLAC, Ogg or MP3 file.",
        code="invalid_audio",
        param="file",
    )


class WaveFile:
    """A WAVE file in memory. Raises `EngineError` if it is damaged.

    A data chunk may claim more than there is (a stream of unknown length): what is there counts.
    """

    def __init__(self, data: bytes) -> None:
        if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
            raise bad_audio("it isn't a WAVE file")
        offset, form = 12, None
        while offset + 8 <= len(data):
            name, size = struct.unpack_from("<4sI", data, offset)
            offset += 8
            if name == b"fmt ":
                form = _form(data, offset, size)
            elif name == b"data":
                if form is None:
                    raise bad_audio("its data comes before its format")
                self._kind, self._channels, self.rate, self._width = form
                if not self._channels or not 1000 <= self.rate <= HIGHEST_RATE:
                    raise bad_audio(f"{self._channels} channels at {self.rate} Hz")
                self._body = memoryview(data)[offset : offset + size]
                return
            offset += size + (size & 1)
        raise bad_audio("it has no data")

    @property
    def is_plain(self) -> bool:
        """Whether its samples are integers or floats, and not, for example, A-law."""
        return (self._kind, self._width) in ((PCM, 1), (PCM, 2), (PCM, 3), (PCM, 4), (FLOAT, 4), (FLOAT, 8))

    def blocks(self, seconds: int) -> Iterator[np.ndarray]:
        """The samples, mixed to mono float32, so many seconds at a time."""
        frame = self._channels * self._width
        whole = len(self._body) // frame * frame
        step = seconds * self.rate * frame
        for start in range(0, whole, step):
            samples = self._scaled(self._body[start : min(start + step, whole)])
            yield samples.reshape(-1, self._channels).mean(axis=1, dtype=np.float32)

    def _scaled(self, data: memoryview) -> np.ndarray:
        """Interleaved samples as float32, full scale ±1."""
        width = self._width
        if self._kind == FLOAT:
            return np.frombuffer(data, f"<f{width}").astype(np.float32)
        if width == 1:
            return (np.frombuffer(data, np.uint8).astype(np.float32) - 128) / 128
        if width == 3:
            raw = np.frombuffer(data, np.uint8).reshape(-1, 3)
            wide = np.zeros((len(raw), 4), np.uint8)
            wide[:, 1:] = raw
            return wide.view("<i4")[:, 0].astype(np.float32) / 2**31
        return np.frombuffer(data, f"<i{width}").astype(np.float32) / float(2 ** (8 * width - 1))


def _form(data: bytes, offset: int, size: int) -> tuple[int, int, int, int]:
    """Format tag, channels, rate in Hz and bytes per sample from a format chunk."""
    if size < 16 or offset + 16 > len(data):
        raise bad_audio("its format chunk is cut short")
    kind, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", data, offset)
    if kind == EXTENSIBLE and size >= 26 and offset + 26 <= len(data):
        kind = struct.unpack_from("<H", data, offset + 24)[0]
    return kind, channels, rate, bits // 8
