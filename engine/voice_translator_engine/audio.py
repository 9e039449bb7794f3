"""Samples: raw PCM, WAVE headers, rates. Speech is mono float32 at 16 kHz, full scale ±1."""

from __future__ import annotations

import struct

import numpy as np

RATE = 16_000
PCM = 1
"""The WAVE format tag of integers."""


def from_s16(data: bytes | bytearray) -> np.ndarray:
    """Signed 16-bit little-endian mono to float32; an odd last byte is dropped."""
    return np.frombuffer(bytes(data[: len(data) & ~1]), "<i2").astype(np.float32) / 32768


def to_s16(samples: np.ndarray) -> bytes:
    """float32 to signed 16-bit little-endian, clipped."""
    return (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()


def resample(samples: np.ndarray, rate: int, target: int = RATE) -> np.ndarray:
    """Changes the rate by truncating or padding the spectrum (band-limited; the ends are taken as silent)."""
    if rate == target or len(samples) == 0:
        return samples
    pad = rate // 20
    padded = np.pad(samples, pad)
    count = round(len(padded) * target / rate)
    spectrum = np.fft.rfft(padded)
    resized = np.zeros(count // 2 + 1, spectrum.dtype)
    common = min(len(spectrum), len(resized))
    resized[:common] = spectrum[:common]
    changed = np.fft.irfft(resized, count) * (count / len(padded))
    skip = round(pad * target / rate)
    return changed[skip : skip + round(len(samples) * target / rate)].astype(np.float32)


def wave_header(rate: int, length: int = 0xFFFFFFFF) -> bytes:
    """The header of a 16-bit mono WAVE stream; `length` in bytes, unknown by default."""
    riff = min(0xFFFFFFFF, length + 36)
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        b"RIFF",
        riff,
        b"WAVE",
        b"fmt ",
        16,
        PCM,
        1,
        rate,
        rate * 2,
        2,
        16,
        b"data",
        length,
    )
