"""Converts a CTranslate2 Whisper model (as published for faster-whisper) to a ggml q8_0 file.

`python -m voice_translator_engine.weights.convert DIRECTORY OUT`: the directory holds `model.bin` and
`tokenizer.json`. A byte-level vocabulary is turned back into bytes by GPT-2's byte-to-character table.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from . import ctranslate2, ggml
from .mel import mel_filters

HEAD_WIDTH = 64
"""The width of an attention head in every Whisper size."""
Variables = dict[str, np.ndarray]


def _normalisation(source: str, target: str) -> dict[str, str]:
    return {f"{target}.weight": f"{source}/gamma", f"{target}.bias": f"{source}/beta"}


def _linear(source: str, target: str) -> dict[str, str]:
    return {f"{target}.weight": f"{source}/weight", f"{target}.bias": f"{source}/bias"}


def _self_attention(variables: Variables, source: str, target: str) -> Variables:
    """Splits the fused query-key-value projection; Whisper's key projection has no bias."""
    weight = np.split(variables[f"{source}/linear_0/weight"], 3)
    bias = np.split(variables[f"{source}/linear_0/bias"], 3)
    return {
        f"{target}.query.weight": weight[0],
        f"{target}.query.bias": bias[0],
        f"{target}.key.weight": weight[1],
        f"{target}.value.weight": weight[2],
        f"{target}.value.bias": bias[2],
    }


def _cross_attention(variables: Variables, source: str, target: str) -> Variables:
    """Splits the fused key-value projection."""
    key, value = np.split(variables[f"{source}/linear_1/weight"], 2)
    bias = np.split(variables[f"{source}/linear_1/bias"], 2)[1]
    return {f"{target}.key.weight": key, f"{target}.value.weight": value, f"{target}.value.bias": bias}


def _layers(variables: Variables, stack: str) -> int:
    prefix = f"{stack}/layer_"
    return len(
        {name.split("/")[1] for name in variables if name.startswith(prefix) and name[len(prefix)].isdigit()}
    )


def tensors(variables: Variables) -> Variables:
    """The model's tensors under whisper.cpp's names."""
    names = {"encoder.positional_embedding": "encoder/position_encodings/encodings"}
    split: Variables = {}
    for convolution in ("conv1", "conv2"):
        names |= _linear(f"encoder/{convolution}", f"encoder.{convolution}")
    for stack in ("encoder", "decoder"):
        for index in range(_layers(variables, stack)):
            source, target = f"{stack}/layer_{index}", f"{stack}.blocks.{index}"
            names |= _normalisation(f"{source}/self_attention/layer_norm", f"{target}.attn_ln")
            names |= _linear(f"{source}/self_attention/linear_1", f"{target}.attn.out")
            split |= _self_attention(variables, f"{source}/self_attention", f"{target}.attn")
            if stack == "decoder":
                names |= _normalisation(f"{source}/attention/layer_norm", f"{target}.cross_attn_ln")
                names |= _linear(f"{source}/attention/linear_0", f"{target}.cross_attn.query")
                names |= _linear(f"{source}/attention/linear_2", f"{target}.cross_attn.out")
                split |= _cross_attention(variables, f"{source}/attention", f"{target}.cross_attn")
            names |= _normalisation(f"{source}/ffn/layer_norm", f"{target}.mlp_ln")
            names |= _linear(f"{source}/ffn/linear_0", f"{target}.mlp.0")
            names |= _linear(f"{source}/ffn/linear_1", f"{target}.mlp.2")
    names |= _normalisation("encoder/layer_norm", "encoder.ln_post")
    names |= {
        "decoder.positional_embedding": "decoder/position_encodings/encodings",
        "decoder.token_embedding.weight": "decoder/embeddings/weight",
    }
    names |= _normalisation("decoder/layer_norm", "decoder.ln")
    found = {target: variables[source] for target, source in names.items()} | split
    for bias in ("encoder.conv1.bias", "encoder.conv2.bias"):
        found[bias] = found[bias].reshape(-1, 1)
    return found


def byte_of_character() -> dict[str, int]:
    """GPT-2's table: printable Latin-1 stands for itself, every other byte for a character from U+0100 on."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    return {chr(byte): byte for byte in printable} | {
        chr(256 + place): byte for place, byte in enumerate(others)
    }


def text_tokens(tokenizer: dict) -> list[bytes]:
    """The ordinary tokens of a `tokenizer.json` as bytes, in order of their ids; special tokens have none."""
    first_special = min(token["id"] for token in tokenizer["added_tokens"])
    table = byte_of_character()
    ordered = sorted(tokenizer["model"]["vocab"].items(), key=lambda item: item[1])
    return [bytes(table[character] for character in word) for word, index in ordered if index < first_special]


def convert(directory: Path, out: Path) -> None:
    """Converts `directory`/model.bin and tokenizer.json to `out`. Raises `ModelFormatError` or `OSError`."""
    found = tensors(ctranslate2.read_variables(directory / "model.bin"))
    width, mel_bands, _ = found["encoder.conv1.weight"].shape
    layers = {
        stack: len({name.split(".")[2] for name in found if name.startswith(f"{stack}.blocks.")})
        for stack in ("encoder", "decoder")
    }
    dimensions = ggml.Dimensions(
        vocabulary=len(found["decoder.token_embedding.weight"]),
        audio_context=len(found["encoder.positional_embedding"]),
        audio_width=width,
        audio_heads=width // HEAD_WIDTH,
        audio_layers=layers["encoder"],
        text_context=len(found["decoder.positional_embedding"]),
        text_width=width,
        text_heads=width // HEAD_WIDTH,
        text_layers=layers["decoder"],
        mel_bands=mel_bands,
    )
    tokens = text_tokens(json.loads((directory / "tokenizer.json").read_text(encoding="utf-8")))
    with out.open("wb") as file:
        ggml.write_model(file, dimensions, mel_filters(mel_bands), tokens, found)


if __name__ == "__main__":
    convert(Path(sys.argv[1]), Path(sys.argv[2]))
