"""A client for `/v1/turns`, and word error rates."""

from __future__ import annotations

import json
import re
import unicodedata
import wave
from pathlib import Path
from urllib.parse import urlencode

from conftest import SPEECH
from launch import SocketConnection

PIECE = 3200


def samples(path: Path) -> bytes:
    """The S16LE samples of a 16 kHz mono WAVE file."""
    with wave.open(str(path)) as file:
        return file.readframes(file.getnframes())


def take(engine: Path, body: bytes, media_type: str = "audio/L16;rate=16000", **query: object) -> list[dict]:
    """Sends one turn in small chunks; gives the answer's lines."""
    connection = SocketConnection(engine)
    names = {"source": "from"}
    pairs = {names.get(name, name): value for name, value in query.items()}
    pieces = (body[start : start + PIECE] for start in range(0, len(body), PIECE))
    connection.request(
        "POST",
        "/v1/turns?" + urlencode(pairs, doseq=True),
        pieces,
        {"Content-Type": media_type},
        encode_chunked=True,
    )
    response = connection.getresponse()
    lines = [json.loads(line) for line in response]
    connection.close()
    assert response.status == 200, lines
    return lines


def only(lines: list[dict], kind: str) -> dict:
    """The last line of a type."""
    return [line for line in lines if line["type"] == kind][-1]


def words(text: str) -> list[str]:
    """Words without case, accents and punctuation."""
    plain = "".join(
        letter for letter in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(letter)
    )
    return re.findall(r"\w+", plain)


def error_rate(reference: str, heard: str) -> float:
    """Word error rate: edit distance over words, by the reference's length."""
    expected, got = words(reference), words(heard)
    row = list(range(len(got) + 1))
    for index, word in enumerate(expected, 1):
        diagonal, row[0] = row[0], index
        for place, other in enumerate(got, 1):
            diagonal, row[place] = (
                row[place],
                min(row[place] + 1, row[place - 1] + 1, diagonal + (word != other)),
            )
    return row[-1] / len(expected)


def recordings(language: str) -> list[tuple[Path, str]]:
    """The Pico recordings of a language, each with its sentence."""
    sentences = (SPEECH / "sentences" / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    return [(path, sentences[int(path.stem[-2:])]) for path in sorted(SPEECH.glob(f"{language}-pico*.wav"))]
