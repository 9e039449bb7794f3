"""Partial hypotheses while speech arrives."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from urllib.parse import urlencode

import pytest
from conftest import SPEECH
from launch import Launched, workers
from turn import error_rate, recordings, samples
from voice_translator_engine.partials import Hypotheses, agreed_prefix

PERIOD_S = 0.1


class LiveTurn:
    """A turn whose recording is sent as fast as it is spoken."""

    def __init__(self, path: Path, **query: object) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(str(path))
        self.socket.sendall((f"POST /v1/turns?{urlencode(query, doseq=True)} HTTP/1.1\r\nHost: localhost\r\n"
                             "Content-Type: audio/L16;rate=16000\r\nTransfer-Encoding: chunked\r\n\r\n").encode())
        self.stream = self.socket.makefile("rb")

    def send(self, data: bytes) -> None:
        """Sends a chunk; an empty one ends the body."""
        self.socket.sendall(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def speak(self, data: bytes) -> None:
        """Sends samples at the pace they were recorded at."""
        step = int(PERIOD_S * 32_000)
        for start in range(0, len(data), step):
            self.send(data[start:start + step])
            time.sleep(PERIOD_S)

    def lines(self) -> list[dict]:
        """Reads the answer to its end."""
        return [json.loads(line) for line in self.stream if line.startswith(b"{")]

    def close(self) -> None:
        """Closes the connection, whatever is under way."""
        self.stream.close()
        self.socket.close()


@pytest.mark.parametrize(("query", "language"), [({"from": "en"}, "en"), ({"from": "auto", "alt": ["en", "es"]}, "es")])
def test_partials_grow_a_prefix_that_never_changes(engine: Path, query: dict, language: str) -> None:
    spoken = recordings(language)[:2]
    turn = LiveTurn(engine, **query)
    turn.speak(b"".join(samples(path) for path, _ in spoken))
    turn.send(b"")
    heard = [line for line in turn.lines() if line["type"] == "recognized"]
    turn.close()
    assert len(heard) >= 2
    assert [line["final"] for line in heard] == [False] * (len(heard) - 1) + [True]
    assert [line["revision"] for line in heard] == list(range(1, len(heard) + 1))
    for before, after in zip(heard[:-1], heard[1:-1]):
        assert after["stable"] >= before["stable"]
        assert after["text"][:before["stable"]] == before["text"][:before["stable"]]
    assert error_rate(" ".join(sentence for _, sentence in spoken), heard[-1]["text"]) <= 0.3


def test_silence_after_a_partial_pass_makes_it_the_final_one(launched: Launched) -> None:
    before = workers(launched.process.pid)
    turn = LiveTurn(launched.path, **{"from": "en"})
    turn.speak(samples(SPEECH / "en-pico_en-US-00.wav") + bytes(64_000))
    turn.send(b"")
    heard = [line for line in turn.lines() if line["type"] == "recognized"]
    turn.close()
    assert heard[-1]["final"] and heard[-1]["text"] == "Where is the nearest train station?"
    assert before <= workers(launched.process.pid), "nothing was aborted"


def test_the_prefix_that_two_passes_share_is_stable_without_its_last_word() -> None:
    assert agreed_prefix("Where is the", "Where is then we") == len("Where is")
    assert agreed_prefix("Where is the near", "where is the, nearest") == len("where is the,")
    assert agreed_prefix("", "Where") == 0


def test_a_pass_that_contradicts_the_stable_prefix_keeps_it() -> None:
    hypotheses = Hypotheses()
    hypotheses.revise("one two three four")
    assert hypotheses.revise("one two three four five") == (2, len("one two three"), "one two three four five")
    revision, stable, text = hypotheses.revise("won too three four five six")
    assert (revision, text) == (3, "one two three four five six")
    assert stable >= len("one two three")
