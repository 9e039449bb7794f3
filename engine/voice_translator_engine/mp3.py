"""MP3 encoding by LAME: 48 kbit/s, mono."""

from __future__ import annotations

import lameenc
import numpy as np

from .audio import to_s16

KILOBITS = 48


class MP3Stream:
    """One continuous MP3 stream at a fixed rate in Hz; the bytes of all calls together are one file."""

    def __init__(self, rate: int) -> None:
        self._encoder = lameenc.Encoder()
        self._encoder.silence()
        self._encoder.set_channels(1)
        self._encoder.set_in_sample_rate(rate)
        self._encoder.set_out_sample_rate(rate)
        self._encoder.set_bit_rate(KILOBITS)
        self._encoder.set_quality(5)

    def encode(self, samples: np.ndarray) -> bytes:
        """The frames that are complete after these float32 samples."""
        return bytes(self._encoder.encode(to_s16(samples)))

    def finish(self) -> bytes:
        """The last frames."""
        return bytes(self._encoder.flush())


def encode_clip(samples: np.ndarray, rate: int) -> bytes:
    """A self-contained MP3 of float32 samples at `rate` Hz."""
    stream = MP3Stream(rate)
    return stream.encode(samples) + stream.finish()
