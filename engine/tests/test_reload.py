"""Models that are pulled while the engine runs are used without a restart."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from conftest import SPEECH
from launch import Launched
from turn import samples, take


def installed() -> Path:
    """The models directory that the tests use."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(os.environ.get("VOICE_TRANSLATOR_MODELS", f"{data}/voice-translator/models"))


def eventually(condition: Callable[[], bool]) -> None:
    """Waits until something is so."""
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def route(engine: Launched, source: str, target: str) -> list[str]:
    """The labels of a route's hops."""
    routes = engine.ask("GET", "/v1/capabilities")[2]["routes"]
    return next((route["route"] for route in routes if (route["from"], route["to"]) == (source, target)), [])


def test_a_translation_direction_is_taken_up_and_given_up(tmp_path: Path) -> None:
    with Launched(models=str(tmp_path), socket_path=tmp_path / "run/engine.sock") as engine:
        engine.wait_ready()
        assert "en-pt neural" not in route(engine, "en", "pt")
        (tmp_path / "translate").mkdir()
        shutil.copytree(installed() / "translate/enpt", tmp_path / "translate/en-pt")
        eventually(lambda: route(engine, "en", "pt") == ["en-pt neural"])
        answer = engine.ask("POST", "/translate", {"q": "Good morning.", "source": "en", "target": "pt"})[2]
        assert answer["translatedText"] == "Bom dia."
        shutil.rmtree(tmp_path / "translate/en-pt")
        eventually(lambda: "en-pt neural" not in route(engine, "en", "pt"))


def test_a_speech_model_is_taken_up_and_a_broken_one_reported(tmp_path: Path) -> None:
    with Launched(models=str(tmp_path), socket_path=tmp_path / "run/engine.sock") as engine:
        assert engine.wait_ready()["recognition"] is False
        (tmp_path / "whisper").mkdir()
        (tmp_path / "whisper/tiny.bin").write_bytes(b"nonsense")
        eventually(lambda: any("tiny.bin" in problem for problem in engine.ask("GET", "/healthz")[2]["problems"]))
        (tmp_path / "whisper/base-q8_0.bin").symlink_to(installed() / "whisper/base-q8_0.bin")
        eventually(lambda: engine.ask("GET", "/healthz")[2]["recognition"])
        assert engine.ask("GET", "/healthz")[2]["problems"] == []
        lines = take(engine.path, samples(SPEECH / "en-pico_en-US-00.wav"), source="en")
        assert lines[-2]["text"] == "Where is the nearest train station?"
