"""llama.cpp's own server on a tiny model made from scratch, which says what no translation can be: the same
nonsense to whatever it is asked. Run in Tests/.venv-peers:

    python llama_server.py FOLDER PORT KEY [LIMIT]

FOLDER gets the model; LIMIT is the greatest number of tokens in an answer."""

from __future__ import annotations

import random
import struct
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

# Without a question mark: a question answered by them was not translated.
NONSENSE = "bamo dilu fepa guro kesi lanu mivo nera pilo rusa sabe tomi vuda zeko balu difo gena kuri".split()
WIDTH, INNER, BLOCKS, HEADS = 96, 96, 1, 4

Value = int | float | str
# The format's numbers of types, and how they are packed.
UNSIGNED, SIGNED, FLOAT, TEXT, LIST = 4, 5, 6, 8, 9
PACKED = {UNSIGNED: "<I", SIGNED: "<i", FLOAT: "<f"}


def _text(value: str) -> bytes:
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def _data(kind: int, value: Value) -> bytes:
    return _text(value) if isinstance(value, str) else struct.pack(PACKED[kind], value)


def _entry(key: str, value: Value | Sequence[Value]) -> bytes:
    """A key and its value. A whole number is unsigned, but signed in a list."""
    kinds: dict[type, int] = {int: UNSIGNED, float: FLOAT, str: TEXT}
    if isinstance(value, (int, float, str)):
        kind = kinds[type(value)]
        return _text(key) + struct.pack("<I", kind) + _data(kind, value)
    kind = (kinds | {int: SIGNED})[type(value[0])]
    return _text(key) + struct.pack("<IIQ", LIST, kind, len(value)) + b"".join(_data(kind, one) for one in value)


def _tensors(vocabulary: int, first_word: int) -> dict[str, tuple[tuple[int, ...], list[float]]]:
    """Shapes, the fastest dimension first, and weights. All are random, but for the one thing that a model has to
    learn: what comes next. After anything that isn't a word comes the first word, after each word the next one, and
    after the last the end."""
    chance = random.Random(4711)

    def matrix(inner: int, outer: int, spread: float) -> list[float]:
        return [chance.gauss(0, spread) for _ in range(inner * outer)]

    def row() -> list[float]:
        return matrix(WIDTH, 1, 1)

    other, nothing = row(), [0.0] * WIDTH
    words = [row() for _ in range(vocabulary - first_word)]
    known = [other] * first_word + words
    following = [nothing] * first_word + [other, *words[:-1]]
    following[2] = words[-1]
    found = {
        "token_embd.weight": ((WIDTH, vocabulary), sum(known, [])),
        "output.weight": ((WIDTH, vocabulary), sum(following, [])),
        "output_norm.weight": ((WIDTH,), [1.0] * WIDTH),
    }
    for block in range(BLOCKS):
        for name, inner, outer in (
                ("attn_q", WIDTH, WIDTH), ("attn_k", WIDTH, WIDTH), ("attn_v", WIDTH, WIDTH),
                ("attn_output", WIDTH, WIDTH), ("ffn_gate", WIDTH, INNER), ("ffn_up", WIDTH, INNER),
                ("ffn_down", INNER, WIDTH)):
            found[f"blk.{block}.{name}.weight"] = ((inner, outer), matrix(inner, outer, 0.02))
        for name in ("attn_norm", "ffn_norm"):
            found[f"blk.{block}.{name}.weight"] = ((WIDTH,), [1.0] * WIDTH)
    return found


def model() -> bytes:
    """The model as a GGUF file: a llama whose words are `NONSENSE`; it reads everything else byte by byte."""
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    first_word = len(tokens)
    tokens += [f"\u2581{word}" for word in NONSENSE]
    kinds = [2, 3, 3] + [6] * 256 + [1] * len(NONSENSE)
    entries = {
        "general.architecture": "llama", "llama.context_length": 8192, "llama.embedding_length": WIDTH,
        "llama.block_count": BLOCKS, "llama.feed_forward_length": INNER, "llama.attention.head_count": HEADS,
        "llama.attention.layer_norm_rms_epsilon": 1e-5, "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.tokens": tokens, "tokenizer.ggml.scores": [0.0] * len(tokens),
        "tokenizer.ggml.token_type": kinds, "tokenizer.ggml.unknown_token_id": 0, "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 2,
    }
    tensors = _tensors(len(tokens), first_word)
    head = struct.pack("<4sIQQ", b"GGUF", 3, len(tensors), len(entries))
    head += b"".join(_entry(key, value) for key, value in entries.items())
    body = b""
    for name, (shape, weights) in tensors.items():
        head += _text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, 0, len(body))
        body += struct.pack(f"<{len(weights)}f", *weights)
    return head + bytes(-len(head) % 32) + body


def serve(folder: Path, port: int, key: str, limit: int) -> None:
    """Serves the model until the process is ended; `limit` -1: as many tokens as it likes."""
    import xllamacpp

    path = folder / "nonsense.gguf"
    path.write_bytes(model())
    settings = xllamacpp.CommonParams()
    settings.model.path = str(path)
    settings.port = port
    settings.api_keys = [key]
    settings.n_ctx = 8192
    settings.n_parallel = 1
    settings.n_predict = limit
    # More threads would only wait for each other, and for the tests beside them.
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    settings.endpoint_metrics = True
    server = xllamacpp.Server(settings)
    print(f"{path.name} at {server.listening_address}", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4]) if sys.argv[4:] else -1)
