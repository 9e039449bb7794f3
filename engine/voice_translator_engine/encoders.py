"""Encoders of continuous speech: the bytes of all calls together are one file or stream."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Protocol

import numpy as np

from .audio import resample, to_s16, wave_header
from .mp3 import MP3Stream

PCM_RATE = 24_000
"""OpenAI's raw PCM is 24 kHz; and of the rates that Opus knows it is the next above most voices'."""
OPUS_RATES = (8_000, 12_000, 16_000, 24_000, 48_000)


class Encoder(Protocol):
    """Something that takes float32 samples at its rate."""

    def encode(self, samples: np.ndarray) -> bytes:
        """The bytes that are complete after these samples."""
        ...

    def finish(self) -> bytes:
        """The last bytes."""
        ...


class WaveEncoder:
    """A WAVE stream of unknown length, 16-bit mono."""

    def __init__(self, rate: int) -> None:
        self._head = wave_header(rate)

    def encode(self, samples: np.ndarray) -> bytes:
        """The bytes that are complete after these samples."""
        head, self._head = self._head, b""
        return head + to_s16(samples)

    def finish(self) -> bytes:
        """Nothing."""
        return b""


class PCMEncoder:
    """Raw 16-bit mono samples at `PCM_RATE`."""

    def __init__(self, rate: int) -> None:
        self._rate = rate

    def encode(self, samples: np.ndarray) -> bytes:
        """The samples at the other rate."""
        return to_s16(resample(samples, self._rate, PCM_RATE))

    def finish(self) -> bytes:
        """Nothing."""
        return b""


class Outflow(io.RawIOBase):
    """A file that can only grow: libsndfile goes back at the end to fill lengths in, which a stream can't."""

    def __init__(self) -> None:
        super().__init__()
        self._place = self._end = 0
        self._waiting = bytearray()

    def write(self, data: bytes) -> int:  # type: ignore[override]
        """Takes what is written at the end; what is written elsewhere is dropped."""
        if self._place == self._end:
            self._waiting += data
            self._end += len(data)
        self._place += len(data)
        return len(data)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Moves the place of the next write."""
        self._place = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._end}[whence]
        return self._place

    def tell(self) -> int:
        """The place of the next write."""
        return self._place

    def taken(self) -> bytes:
        """What was written since the last call."""
        data = bytes(self._waiting)
        self._waiting.clear()
        return data


class SndfileEncoder:
    """FLAC, or Opus in Ogg, by libsndfile."""

    def __init__(self, rate: int, container: str, codec: str) -> None:
        import soundfile  # Here because it takes time, and few clients ask for it.

        self._rate = rate
        self._target = (
            next((known for known in OPUS_RATES if known >= rate), 48_000) if codec == "OPUS" else rate
        )
        self._outflow = Outflow()
        self._file = soundfile.SoundFile(self._outflow, "w", self._target, 1, codec, format=container)

    def encode(self, samples: np.ndarray) -> bytes:
        """The frames or pages that are complete after these samples."""
        self._file.write(np.clip(resample(samples, self._rate, self._target), -1, 1))
        self._file.flush()
        return self._outflow.taken()

    def finish(self) -> bytes:
        """The last frames or pages."""
        self._file.close()
        return self._outflow.taken()


FORMATS: dict[str, tuple[str, Callable[[int], Encoder]]] = {
    "mp3": ("audio/mpeg", MP3Stream),
    "wav": ("audio/wav", WaveEncoder),
    "pcm": ("audio/pcm", PCMEncoder),
    "flac": ("audio/flac", lambda rate: SndfileEncoder(rate, "FLAC", "PCM_16")),
    "opus": ("audio/ogg", lambda rate: SndfileEncoder(rate, "OGG", "OPUS")),
}
"""Media type and encoder (made with the rate in Hz) by OpenAI's name of the format."""
