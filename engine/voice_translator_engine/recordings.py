"""Uploaded recordings: WAVE files, and what libsndfile reads (FLAC, Ogg with Opus or Vorbis, MP3)."""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy as np

from .audio import RATE, resample
from .errors import EngineError
from .wave_file import WaveFile, bad_audio

BLOCK_S, OVERLAP_S = 20, 1
"""Seconds that are converted at once, and those on either side that the conversion looks at."""
LONGEST_S = 1500
"""Seconds: a small compressed file may hold hours."""


def read(data: bytes) -> np.ndarray:
    """A recording as mono float32 samples at 16 kHz. Raises `EngineError` for what can't be read."""
    try:
        samples = np.concatenate(list(_speech(*_blocks(data))))
    except ValueError:  # Nothing to join.
        raise bad_audio("it has no samples") from None
    return samples


def _blocks(data: bytes) -> tuple[Iterator[np.ndarray], int]:
    """The recording's samples in blocks of `BLOCK_S`, and their rate in Hz."""
    if data[:4] == b"RIFF":
        file = WaveFile(data)
        if file.is_plain:
            return file.blocks(BLOCK_S), file.rate
    return _decoded(data)


def _decoded(data: bytes) -> tuple[Iterator[np.ndarray], int]:
    import soundfile  # Here because it takes time, and few recordings need it.

    class Forward(soundfile.SoundFile):
        """A file that is read without looking back: one whose length isn't known can't be searched."""

        def seekable(self) -> bool:
            return False

    try:
        file = Forward(io.BytesIO(data))
    except soundfile.SoundFileError as error:
        raise bad_audio("it is neither WAV, FLAC, Ogg nor MP3") from error

    def blocks() -> Iterator[np.ndarray]:
        with file:
            while True:
                try:
                    block = file.read(BLOCK_S * file.samplerate, dtype="float32", always_2d=True)
                except soundfile.SoundFileError as error:
                    raise bad_audio(f"it is damaged ({error})") from error
                if not len(block):
                    return
                yield block.mean(axis=1, dtype=np.float32)

    return blocks(), file.samplerate


def _speech(blocks: Iterator[np.ndarray], rate: int) -> Iterator[np.ndarray]:
    """Blocks at 16 kHz. Each is converted together with a second of what is before and after it, so that it
    joins the next without a click."""
    before, current, count = np.zeros(0, np.float32), next(blocks, None), 0
    while current is not None:
        count += len(current)
        if count > LONGEST_S * rate:
            raise EngineError(
                f"The recording is longer than {LONGEST_S // 60} minutes. Send it in parts.",
                status=413,
                code="too_large",
                param="file",
            )
        following = next(blocks, None)
        after = np.zeros(0, np.float32) if following is None else following[: OVERLAP_S * rate]
        changed = resample(np.concatenate((before, current, after)), rate)
        skip = round(len(before) * RATE / rate)
        yield changed[skip : skip + round(len(current) * RATE / rate)]
        before, current = current[-OVERLAP_S * rate :], following
