"""Whole turns over the engine's own wire, with real recordings and the real models."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import numpy as np
import pytest
from conftest import SPEECH
from launch import Launched, SocketConnection
from test_load import TCPTurn
from turn import error_rate, only, recordings, samples, take
from voice_translator_engine.audio import RATE, to_s16
from voice_translator_engine.voices import pico


@pytest.mark.parametrize("language", ["en", "es"])
def test_recordings_are_recognised(engine: Path, language: str) -> None:
    rates = []
    for path, sentence in recordings(language):
        lines = take(engine, samples(path), source=language)
        rates.append(error_rate(sentence, only(lines, "recognized")["text"]))
    assert len(rates) == 5
    assert max(rates) <= 0.30
    assert sum(rates) / len(rates) <= 0.10, rates


@pytest.mark.parametrize(("language", "target"), [("en", "es"), ("es", "en")])
def test_what_is_spoken_is_what_was_translated(engine: Path, language: str, target: str) -> None:
    rates = []
    for path, _ in recordings(language):
        lines = take(engine, samples(path), source=language, to=target)
        shown = only(lines, "translated")["text"]
        wave = speak_as_wave(engine, shown, target)
        heard = only(take(engine, wave, source=target), "recognized")["text"]
        rates.append(error_rate(shown, heard))
    assert sum(rates) / len(rates) <= 0.40, rates


def speak_as_wave(engine: Path, text: str, language: str) -> bytes:
    """The engine's speech as S16LE samples at Pico's 16 kHz."""
    connection = SocketConnection(engine)
    body = {"model": "tts-1", "voice": "any", "input": text, "language": language, "response_format": "wav"}
    connection.request("POST", "/v1/audio/speech", json.dumps(body), {"Content-Type": "application/json"})
    return connection.getresponse().read()[44:]


def test_a_turn_goes_from_ready_to_done_in_order(engine: Path) -> None:
    lines = take(engine, samples(SPEECH / "en-pico_en-US-00.wav"), source="en", to=["pt", "es"], partial=0)
    assert [line["type"] for line in lines] == [
        "ready",
        "recognized",
        "translated",
        "speech",
        "translated",
        "speech",
        "done",
    ]
    assert lines[0]["languages"]["pt"]["rough"] is False
    assert lines[0]["languages"]["es"]["route"] == ["en-pt neural", "pt-es apertium"]
    milestones = lines[-1]["milestones_ms"]
    assert list(milestones) == ["body_end", "final", "translated", "first_speech"]
    assert list(milestones.values()) == sorted(milestones.values())
    assert base64.b64decode(only(lines, "speech")["data"])[0] == 0xFF


def test_the_language_spoken_is_found_among_the_candidates(engine: Path) -> None:
    lines = take(
        engine, samples(SPEECH / "es-pico_es-ES-00.wav"), source="auto", alt=["en", "es"], to=["en", "es"]
    )
    assert only(lines, "detected")["language"] == "es"
    assert {line["target"] for line in lines if line["type"] == "translated"} == {"en"}


def test_a_name_is_heard_as_the_prompt_writes_it(engine: Path) -> None:
    voice = next(voice for voice in pico.find() if voice.id.endswith("en-US"))
    said = voice.speak("Ask for doctor Nguyen.", 1.0)
    times = np.arange(len(said) * RATE // voice.rate) * (voice.rate / RATE)
    speech = np.interp(times, np.arange(len(said)), said).astype(np.float32)
    recording = bytes(8_000) + to_s16(speech) + bytes(8_000)
    assert "Nguyen" not in only(take(engine, recording, source="en"), "recognized")["text"]
    assert "Nguyen" in only(take(engine, recording, source="en", prompt="Nguyen"), "recognized")["text"]


def test_silence_is_nothing_heard(engine: Path) -> None:
    lines = take(engine, bytes(64_000), source="en", to="es")
    assert only(lines, "nothing_heard")["reason"] == "silence"
    assert not any(line["type"] in ("recognized", "translated", "speech") for line in lines)


def test_an_empty_body_is_nothing_heard(engine: Path) -> None:
    assert only(take(engine, b"", source="en", to="es"), "nothing_heard")["reason"] == "silence"


def test_a_missing_route_is_a_problem_and_the_words_are_kept(engine: Path) -> None:
    lines = take(engine, samples(SPEECH / "en-pico_en-US-00.wav"), source="en", to="ja")
    assert only(lines, "recognized")["final"] is True
    problem = only(lines, "problem")
    assert (problem["code"], problem["stage"], problem["target"]) == (
        "unsupported_language",
        "translate",
        "ja",
    )
    assert "models pull translate:en-ja" in problem["message"]


def test_speech_without_a_route_into_english_is_translated_by_whisper(launched: Launched) -> None:
    lines = take(launched.path, samples(SPEECH / "de-pico_de-DE-00.wav"), source="de", to="en")
    assert lines[0]["languages"]["en"]["route"] == ["de-en whisper"]
    assert only(lines, "recognized")["text"].startswith("Wo ist")
    translated = only(lines, "translated")
    assert translated["rough"] is True and translated["text"].startswith("Where")
    assert only(lines, "speech")["target"] == "en"
    routes = launched.ask("GET", "/v1/capabilities")[2]["routes"]
    assert {"from": "de", "to": "en", "route": ["de-en whisper"], "rough": True} in routes
    lines = take(launched.path, b"Wo ist der Bahnhof?", "text/plain", source="de", to="en")
    assert only(lines, "problem")["code"] == "unsupported_language", "a text can't go this way"


def test_what_is_wrong_is_told_at_once_and_the_answer_ends_with_the_recording(bare: Launched) -> None:
    turn = TCPTurn(bare.port)
    turn.send(bytes(3200))
    assert turn.next("problem")["code"] == "model_missing"
    turn.send(bytes(3200))
    turn.send(b"")
    assert [line["type"] for line in turn.lines()] == ["done"]
    turn.close()


def test_text_enters_at_translation(engine: Path) -> None:
    lines = take(
        engine,
        b"Good morning. Where is the station?",
        "text/plain; charset=utf-8",
        source="en",
        to="pt",
        speech=0,
    )
    assert "".join(line["text"] for line in lines if line["type"] == "translated") == (
        "Bom dia. Onde está a estação?"
    )


def test_text_enters_at_speech(engine: Path) -> None:
    lines = take(engine, "Hola. ¿Qué tal?".encode(), "text/plain", to="es", stage="speak")
    assert [line["sentence"] for line in lines if line["type"] == "speech"] == [0, 1]


@pytest.mark.parametrize(
    ("query", "param"),
    [
        ("from=en&to=x%00y", "to"),
        ("from=en&speed=9", "speed"),
        ("from=en&partial=maybe", "partial"),
        (f"from=en&prompt={'x' * 501}", "prompt"),
        ("from=en&voice=alloy", "voice"),
    ],
)
def test_a_wrong_parameter_is_named(engine: Path, query: str, param: str) -> None:
    connection = SocketConnection(engine)
    connection.request("POST", f"/v1/turns?{query}", b"", {"Content-Type": "audio/L16;rate=16000"})
    response = connection.getresponse()
    assert response.status == 400
    assert json.load(response)["error"]["param"] == param
