"""Writes Whisper models in whisper.cpp's ggml format, two-dimensional weights quantised to q8_0.

Layout, little-endian: twelve int32 (magic, vocabulary, audio context, width, audio heads, audio layers, text
context, width, text heads, text layers, mel bands, file type); the mel filter bank (int32 rows, columns, f32
data); int32 token count and per token int32 length and bytes; then tensors: int32 rank, name length, type,
dimensions fastest first, name, data. q8_0 stores blocks of 32 values as an f16 scale and 32 int8.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np

MAGIC = 0x67676D6C
FILE_TYPE_Q8_0 = 2007
F32, F16, Q8_0 = 0, 1, 8
BLOCK = 32
ALWAYS_F32 = {
    "encoder.conv1.bias",
    "encoder.conv2.bias",
    "encoder.positional_embedding",
    "decoder.positional_embedding",
}


@dataclass(frozen=True)
class Dimensions:
    """The sizes in a ggml header, in the file's order."""

    vocabulary: int
    audio_context: int
    audio_width: int
    audio_heads: int
    audio_layers: int
    text_context: int
    text_width: int
    text_heads: int
    text_layers: int
    mel_bands: int

    def packed(self) -> bytes:
        """The 48-byte file header."""
        return struct.pack(
            "<12i",
            MAGIC,
            self.vocabulary,
            self.audio_context,
            self.audio_width,
            self.audio_heads,
            self.audio_layers,
            self.text_context,
            self.text_width,
            self.text_heads,
            self.text_layers,
            self.mel_bands,
            FILE_TYPE_Q8_0,
        )


def quantise_q8_0(values: np.ndarray) -> bytes:
    """Quantises f32 values (row length a multiple of 32) to q8_0: x ≈ scale × q, scale = max|x| / 127 per
    block."""
    blocks = np.ascontiguousarray(values, np.float32).reshape(-1, BLOCK)
    scale = np.abs(blocks).max(axis=1, keepdims=True) / 127
    inverse = np.divide(1, scale, out=np.zeros_like(scale), where=scale > 0)
    stored = np.empty(len(blocks), np.dtype([("scale", "<f2"), ("values", "i1", BLOCK)]))
    stored["scale"] = scale[:, 0]
    stored["values"] = np.round(blocks * inverse)
    return stored.tobytes()


def tensor_type(name: str, tensor: np.ndarray) -> int:
    """How a tensor is stored: vectors and embeddings of position exactly, matrices as q8_0, convolutions as
    f16."""
    if tensor.ndim < 2 or name in ALWAYS_F32:
        return F32
    return Q8_0 if tensor.ndim == 2 else F16


def write_tensor(out: BinaryIO, name: str, tensor: np.ndarray) -> None:
    """Appends one tensor."""
    kind = tensor_type(name, tensor)
    label = name.encode()
    out.write(struct.pack("<3i", tensor.ndim, len(label), kind))
    out.write(struct.pack(f"<{tensor.ndim}i", *reversed(tensor.shape)))
    out.write(label)
    if kind == Q8_0:
        out.write(quantise_q8_0(tensor))
    else:
        out.write(np.ascontiguousarray(tensor, np.float32 if kind == F32 else np.float16).tobytes())


def write_model(
    out: BinaryIO,
    dimensions: Dimensions,
    filters: np.ndarray,
    tokens: list[bytes],
    tensors: Mapping[str, np.ndarray],
) -> None:
    """Writes a whole model: `filters` is (mel bands, FFT bins), `tokens` the byte strings in order of their
    ids."""
    out.write(dimensions.packed())
    out.write(struct.pack("<2i", *filters.shape))
    out.write(np.ascontiguousarray(filters, np.float32).tobytes())
    out.write(struct.pack("<i", len(tokens)))
    for token in tokens:
        out.write(struct.pack("<i", len(token)))
        out.write(token)
    for name, tensor in tensors.items():
        write_tensor(out, name, tensor)
