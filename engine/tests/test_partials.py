"""Partial hypotheses while speech arrives."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import pytest
from launch import Launched, processor_time, workers
from turn import error_rate, recordings, samples
from voice_translator_engine.audio import from_s16
from voice_translator_engine.context import context_for
from voice_translator_engine.gate import examine
from voice_translator_engine.partials import Hypotheses, agreed_prefix
from voice_translator_engine.pauses import Pauses
from voice_translator_engine.transcript import Segment, Transcript

PERIOD_S = 0.1


class LiveTurn:
    """A turn whose recording is sent as fast as it is spoken."""

    def __init__(self, path: Path, **query: object) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(str(path))
        self.socket.sendall(
            (
                f"POST /v1/turns?{urlencode(query, doseq=True)} HTTP/1.1\r\nHost: localhost\r\n"
                "Content-Type: audio/L16;rate=16000\r\nTransfer-Encoding: chunked\r\n\r\n"
            ).encode()
        )
        self.stream = self.socket.makefile("rb")

    def send(self, data: bytes) -> None:
        """Sends a chunk; an empty one ends the body."""
        self.socket.sendall(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def speak(self, data: bytes) -> None:
        """Sends samples at the pace they were recorded at."""
        step = int(PERIOD_S * 32_000)
        for start in range(0, len(data), step):
            self.send(data[start : start + step])
            time.sleep(PERIOD_S)

    def next(self, kind: str) -> dict:
        """Waits for the next line of a type."""
        while not (line := self.stream.readline()).startswith(b"{") or json.loads(line)["type"] != kind:
            assert line, "the answer ended"
        return json.loads(line)

    def each(self) -> Iterator[dict]:
        """The answer's lines as they come."""
        return (json.loads(line) for line in self.stream if line.startswith(b"{"))

    def lines(self) -> list[dict]:
        """Reads the answer to its end."""
        return list(self.each())

    def close(self) -> None:
        """Closes the connection, whatever is under way."""
        self.stream.close()
        self.socket.close()


@pytest.mark.parametrize(
    ("query", "language"), [({"from": "en"}, "en"), ({"from": "auto", "alt": ["en", "es"]}, "es")]
)
def test_partials_grow_a_prefix_that_never_changes(engine: Path, query: dict, language: str) -> None:
    # Long enough for several passes on a machine that is busy with other things.
    spoken = recordings(language)[:4]
    recording = b"".join(samples(path) for path, _ in spoken)
    turn = LiveTurn(engine, **query)
    lines: list[dict] = []
    reader = threading.Thread(target=lambda: lines.extend(turn.each()))
    reader.start()
    for second in range(len(recording) // 32_000 + 1):
        before, began = len(lines), time.monotonic()
        turn.send(recording[second * 32_000 : (second + 1) * 32_000])
        while (
            second and len(lines) == before and time.monotonic() - began < 3
        ):  # A silent second brings nothing new.
            time.sleep(0.01)
    turn.send(b"")
    reader.join(240)
    turn.close()
    heard = [line for line in lines if line["type"] == "recognized"]
    assert len(heard) >= 3
    assert [line["final"] for line in heard] == [False] * (len(heard) - 1) + [True]
    assert [line["revision"] for line in heard] == list(range(1, len(heard) + 1))
    for before, after in zip(heard[:-1], heard[1:-1]):
        assert after["stable"] >= before["stable"]
        assert after["text"][: before["stable"]] == before["text"][: before["stable"]]
    assert error_rate(" ".join(sentence for _, sentence in spoken), heard[-1]["text"]) <= 0.3


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Where is the nearest train station?"), ("es", "¿Dónde está la estación de tren")],
)
def test_what_was_recognised_at_a_pause_is_final_when_only_silence_follows(
    launched: Launched,
    language: str,
    words: str,
) -> None:
    turn = LiveTurn(launched.path, **{"from": language})
    turn.speak(next(samples(path) for path, _ in recordings(language)) + bytes(16_000))
    assert heard_without_another_pass(launched, turn).startswith(words)


def test_a_pass_that_began_just_after_the_last_word_is_followed_by_a_closer_one(launched: Launched) -> None:
    recording = next(samples(path) for path, _ in recordings("es"))
    spoken = examine(from_s16(recording)).end_ms * 32
    turn = LiveTurn(launched.path, **{"from": "es"})
    # All at once: a pass is due, and there is no pause yet.
    turn.send(recording[:spoken] + bytes(1_280))
    wait_idle(launched)
    turn.send(bytes(16_000))
    assert heard_without_another_pass(launched, turn).startswith("¿Dónde está la estación de tren")


def wait_idle(launched: Launched) -> None:
    """Waits until nothing has been recognised for a moment."""
    idle = 0
    while idle < 20:
        idle = 0 if launched.ask("GET", "/healthz")[2]["recognitions"] else idle + 1
        time.sleep(0.01)


def heard_without_another_pass(launched: Launched, turn: LiveTurn) -> str:
    """Ends a turn whose passes are over; gives its final text, for which nothing may be decoded any more."""
    wait_idle(launched)
    before = {pid: processor_time(pid) for pid in workers(launched.process.pid)}
    turn.send(b"")
    heard = [line for line in turn.lines() if line["type"] == "recognized"]
    turn.close()
    assert heard[-1]["final"] and heard[-1]["text"].startswith(heard[-1]["segments"][0]["text"])
    after = {pid: processor_time(pid) for pid in workers(launched.process.pid)}
    assert after == before, "nothing was aborted, and nothing decoded again"
    return heard[-1]["text"]


def test_a_transcript_that_goes_round_in_circles_is_known() -> None:
    def transcript(text: str) -> Transcript:
        return Transcript("en", (Segment(text, 0, 1, 1),))

    assert transcript("I am allergic to nuts and shellfish. " * 6).repetitive
    assert not transcript("no no no no").repetitive
    assert not transcript(
        "Where is the nearest train station? How much does this cost? I would like a table for two, "
        "please. My luggage has been lost at the airport."
    ).repetitive


def test_the_prefix_that_two_passes_share_is_stable_without_its_last_word() -> None:
    assert agreed_prefix("Where is the", "Where is then we") == len("Where is")
    assert agreed_prefix("Where is the near", "where is the, nearest") == len("where is the,")
    assert agreed_prefix("", "Where") == 0


def test_a_pass_that_contradicts_the_stable_prefix_keeps_it() -> None:
    hypotheses = Hypotheses()
    hypotheses.revise("one two three four")
    assert hypotheses.revise("one two three four five") == (
        2,
        len("one two three"),
        "one two three four five",
    )
    revision, stable, text = hypotheses.revise("won too three four five six")
    assert (revision, text) == (3, "one two three four five six")
    assert stable >= len("one two three")


def test_a_long_recording_gets_a_wide_window_and_a_short_one_a_narrow() -> None:
    assert context_for(2, "en", False) == context_for(2, "de", True) == 512
    assert context_for(2, "de", False) == context_for(8, "en", True) == 768
    assert context_for(15, "en", False) == 1006
    assert context_for(60, "en", False) == 1500


def test_a_pause_is_quiet_after_something_loud() -> None:
    pauses = Pauses()
    loud, quiet = np.full(1000, 0.1, np.float32), np.full(1600, 0.0005, np.float32)
    pauses.hear(quiet)
    assert not pauses.paused, "nothing was said yet"
    pauses.hear(loud)
    assert not pauses.paused and pauses.spoken == 2240 + 320
    pauses.hear(np.tile(quiet, 2))
    assert pauses.paused and pauses.spoken == 2240 + 640
    for piece in np.split(loud, 10):
        pauses.hear(piece)
    assert not pauses.paused
