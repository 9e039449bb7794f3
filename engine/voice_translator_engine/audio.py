"""Samples: raw PCM, WAVE files, rates. Speech is mono float32 at 16 kHz, full scale ±1."""

from __future__ import annotations

import struct

import numpy as np

from .errors import EngineError

RATE = 16_000
EXTENSIBLE, PCM, FLOAT = 0xFFFE, 1, 3


def bad_audio(reason: str) -> EngineError:
    """An upload that isn't audio the engine reads."""
    return EngineError(f"The recording can't be read: {reason}. Send a WAV file.", code="invalid_audio", param="file")


def from_s16(data: bytes | bytearray) -> np.ndarray:
    """Signed 16-bit little-endian mono to float32; an odd last byte is dropped."""
    return np.frombuffer(bytes(data[:len(data) & ~1]), "<i2").astype(np.float32) / 32768


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
    return changed[skip:skip + round(len(samples) * target / rate)].astype(np.float32)


def _scaled(data: bytes, kind: int, width: int) -> np.ndarray:
    """Interleaved samples of a WAVE data chunk as float32."""
    if kind == FLOAT and width in (4, 8):
        return np.frombuffer(data, f"<f{width}").astype(np.float32)
    if kind != PCM or width not in (1, 2, 3, 4):
        raise bad_audio(f"WAVE format {kind} with {8 * width} bits")
    if width == 1:
        return (np.frombuffer(data, np.uint8).astype(np.float32) - 128) / 128
    if width == 3:
        raw = np.frombuffer(data, np.uint8).reshape(-1, 3)
        wide = np.zeros((len(raw), 4), np.uint8)
        wide[:, 1:] = raw
        return wide.view("<i4")[:, 0].astype(np.float32) / 2**31
    return np.frombuffer(data, f"<i{width}").astype(np.float32) / float(2 ** (8 * width - 1))


def read_wave(data: bytes) -> tuple[np.ndarray, int]:
    """A WAVE file's samples, mixed to mono float32, and their rate in Hz.

    A data chunk may claim more than there is (a stream of unknown length): what is there counts.
    """
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise bad_audio("it isn't a WAVE file")
    offset, form = 12, None
    while offset + 8 <= len(data):
        name, size = struct.unpack_from("<4sI", data, offset)
        offset += 8
        if name == b"fmt ":
            if size < 16 or offset + 16 > len(data):
                raise bad_audio("its format chunk is cut short")
            kind, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", data, offset)
            if kind == EXTENSIBLE and size >= 26 and offset + 26 <= len(data):
                kind = struct.unpack_from("<H", data, offset + 24)[0]
            form = (kind, channels, rate, bits // 8)
        elif name == b"data":
            if form is None:
                raise bad_audio("its data comes before its format")
            kind, channels, rate, width = form
            if not channels or not width or not 1000 <= rate <= 768_000:
                raise bad_audio(f"{channels} channels at {rate} Hz")
            frame = channels * width
            body = data[offset:offset + size]
            samples = _scaled(body[:len(body) // frame * frame], kind, width)
            return samples.reshape(-1, channels).mean(axis=1, dtype=np.float32), rate
        offset += size + (size & 1)
    raise bad_audio("it has no data")


def wave_header(rate: int, length: int = 0xFFFFFFFF) -> bytes:
    """The header of a 16-bit mono WAVE stream; `length` in bytes, unknown by default."""
    riff = min(0xFFFFFFFF, length + 36)
    return struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", riff, b"WAVE", b"fmt ", 16, PCM, 1, rate, rate * 2, 2, 16,
                       b"data", length)
