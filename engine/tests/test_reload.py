"""Models that are pulled while the engine runs are used without a restart."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from conftest import SPEECH
from launch import Launched
from mirror import Mirror
from turn import samples, take
from voice_translator_engine.models import catalogue, store


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
        eventually(
            lambda: any("tiny.bin" in problem for problem in engine.ask("GET", "/healthz")[2]["problems"])
        )
        (tmp_path / "whisper/base-q8_0.bin").symlink_to(installed() / "whisper/base-q8_0.bin")
        eventually(lambda: engine.ask("GET", "/healthz")[2]["recognition"])
        assert engine.ask("GET", "/healthz")[2]["problems"] == []
        lines = take(engine.path, samples(SPEECH / "en-pico_en-US-00.wav"), source="en")
        assert lines[-2]["text"] == "Where is the nearest train station?"


def test_a_pulled_direction_replaces_the_rough_route(tmp_path: Path) -> None:
    # No Spanish model can be had here: the Portuguese one stands in for it, under its name.
    files = {
        f"translate/en-es/{path.name}": path.read_bytes()
        for path in (installed() / "translate/enpt").iterdir()
    }
    with (
        Launched(models=str(tmp_path), socket_path=tmp_path / "run/engine.sock") as engine,
        Mirror({"translate:en-es": files}) as mirror,
    ):
        engine.wait_ready()
        assert all("apertium" in hop for hop in route(engine, "en", "es"))
        store.pull(tmp_path, "translate:en-es", catalogue.Mirror(mirror.url), lambda done, size: None)
        eventually(lambda: route(engine, "en", "es") == ["en-es neural"])
        lines = take(engine.path, b"Good morning.", "text/plain", source="en", to="es", speech=0)
        assert lines[0]["languages"]["es"] == {
            "route": ["en-es neural"],
            "rough": False,
            "voice": "pico:es-ES",
            "translatable": True,
        }
        assert lines[1]["text"] == "Bom dia." and lines[1]["rough"] is False
        store.remove(tmp_path, "translate:en-es")
        eventually(lambda: "en-es neural" not in route(engine, "en", "es"))


def test_a_pulled_size_of_the_speech_model_is_taken_up(tmp_path: Path) -> None:
    (tmp_path / "whisper").mkdir()
    (tmp_path / "whisper/base-q8_0.bin").symlink_to(installed() / "whisper/base-q8_0.bin")
    data = (installed() / "whisper/base-q8_0.bin").read_bytes()  # Base, under the name of a larger one.
    with (
        Launched(models=str(tmp_path), socket_path=tmp_path / "run/engine.sock") as engine,
        Mirror({"whisper:small-q8": {"whisper/small-q8_0.bin": data}}) as mirror,
    ):
        engine.wait_ready()
        assert engine.ask("GET", "/v1/capabilities")[2]["models"]["recognise"] == "base-q8_0"
        store.pull(tmp_path, "whisper:small-q8", catalogue.Mirror(mirror.url), lambda done, size: None)
        eventually(lambda: engine.ask("GET", "/v1/capabilities")[2]["models"]["recognise"] == "small-q8_0")
        lines = take(engine.path, samples(SPEECH / "en-pico_en-US-00.wav"), source="en")
        assert lines[-2]["text"] == "Where is the nearest train station?"
        store.remove(tmp_path, "whisper:small-q8")
        eventually(lambda: engine.ask("GET", "/v1/capabilities")[2]["models"]["recognise"] == "base-q8_0")
