"""The weights' conversion, on values worked out by hand."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from voice_translator_engine.weights import ctranslate2, ggml
from voice_translator_engine.weights.convert import byte_of_character, text_tokens
from voice_translator_engine.weights.mel import mel_filters


def test_a_block_is_a_half_scale_and_32_rounded_values() -> None:
    values = np.zeros(32, np.float32)
    values[:3] = 127, -64, 0.4
    assert ggml.quantise_q8_0(values) == struct.pack("<e", 1.0) + bytes([127, 192, 0]) + bytes(29)


def test_a_block_of_zeros_stays_zero() -> None:
    assert ggml.quantise_q8_0(np.zeros(32, np.float32)) == bytes(34)


def test_matrices_are_quantised_and_vectors_and_positions_are_not() -> None:
    matrix = np.zeros((2, 32))
    assert ggml.tensor_type("decoder.token_embedding.weight", matrix) == ggml.Q8_0
    assert ggml.tensor_type("decoder.positional_embedding", matrix) == ggml.F32
    assert ggml.tensor_type("encoder.ln_post.bias", matrix[0]) == ggml.F32
    assert ggml.tensor_type("encoder.conv1.weight", matrix[None]) == ggml.F16


def _string(text: str) -> bytes:
    return struct.pack("<H", len(text) + 1) + text.encode() + b"\0"


def test_variables_and_aliases_are_read(tmp_path: Path) -> None:
    data = (
        struct.pack("<I", 6)
        + _string("Spec")
        + struct.pack("<II", 3, 1)
        + _string("a")
        + struct.pack("<BIBI2f", 1, 2, 0, 8, 1.0, 2.0)
        + struct.pack("<I", 1)
        + _string("b")
        + _string("a")
    )
    (tmp_path / "model.bin").write_bytes(data)
    variables = ctranslate2.read_variables(tmp_path / "model.bin")
    assert variables["b"].tolist() == [1.0, 2.0]
    (tmp_path / "model.bin").write_bytes(data[:-3])
    with pytest.raises(ctranslate2.ModelFormatError, match="ends at byte"):
        ctranslate2.read_variables(tmp_path / "model.bin")


def test_tokens_become_the_bytes_they_stand_for() -> None:
    assert len(byte_of_character()) == 256
    tokenizer = {
        "model": {"vocab": {"Ġthe": 1, "Ã©": 0, "<|x|>": 2}},
        "added_tokens": [{"id": 2, "content": "<|x|>"}],
    }
    assert text_tokens(tokenizer) == ["é".encode(), b" the"]


def test_mel_filters_cover_the_band_with_about_equal_area() -> None:
    filters = mel_filters(80)
    assert filters.shape == (80, 201)
    areas = filters[40:].sum(axis=1) * 40
    assert np.allclose(areas, 1, atol=0.1)
