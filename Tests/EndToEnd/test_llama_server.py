"""Turns through llama.cpp's own server, which streams what a model without sense says: it is never taken for a
translation."""

from __future__ import annotations

import re
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from peers import PEERS, free_port, running
from program import READY, SPEECH, TESTS, hold_and_say, start
from schemas import checked
from scripted_server import ScriptedServer
from vendor_services import HEARD, every

RECORDING = SPEECH / "en-pico_en-US-00.wav"
KEY = "sk-peer"
NONSENSE = "bamo dilu fepa guro"


@contextmanager
def serving(folder: Path, *limit: str) -> Iterator[str]:
    """The server: its URL."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [PEERS / "bin/python", TESTS / "Rigs/llama_server.py", folder, str(port), KEY, *limit]
    with running(command, {}, f"{url}/health", folder / "log"):
        yield url


@pytest.fixture(scope="module")
def llama(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The server, whose answers end by themselves: its URL."""
    with serving(tmp_path_factory.mktemp("llama")) as url:
        yield url


@pytest.fixture
def services() -> Iterator[ScriptedServer]:
    """What recognises and would speak."""
    with ScriptedServer(every(b"mp3", b"")) as server:
        yield server


def predicted(url: str) -> int:
    """How many tokens the server has answered with so far."""
    request = urllib.request.Request(f"{url}/metrics", headers={"Authorization": f"Bearer {KEY}"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return int(re.search(r"^llamacpp:tokens_predicted_total (\d+)", answer.read().decode(), re.M).group(1))


def configure(tmp_path: Path, url: str, other: str) -> Path:
    """A cascade that translates with the model."""
    path = tmp_path / "config.toml"
    path.write_text(f'''backend = "mixed"
[backends.mixed]
kind = "cascade"
recognize = "other"
translate = "llama"
speak = "other"
[backends.other]
kind = "openai"
url = "{other}/v1"
[backends.llama]
kind = "openai"
url = "{url}/v1"
key_env = "LLAMA_KEY"
translate = {{ model = "nonsense" }}
''')
    return path


def translate(binary: Path, env: dict[str, str], config: Path, *options: str,
              key: str = KEY) -> subprocess.CompletedProcess[str]:
    return subprocess.run([binary, "translate", RECORDING, "--config", config, "--from", "en", "--to", "es", *options],
                          env=env | {"LLAMA_KEY": key}, capture_output=True, text=True, check=False, timeout=60)


def paths(services: ScriptedServer) -> list[str]:
    """What the scripted services were asked for."""
    return [request.path for request in services.requests if request.method == "POST"]


def test_nonsense_is_shown_as_unverified_and_not_spoken(binary: Path, engine_env, tmp_path: Path, llama: str,
                                                        services: ScriptedServer) -> None:
    out = tmp_path / "out.mp3"
    before = predicted(llama)
    config = configure(tmp_path, llama, services.url)
    done = translate(binary, engine_env, config, "--format", "json", "--speak", str(out))
    assert done.returncode == 0
    result = checked(done.stdout, "translate")
    (target,) = result["targets"]
    assert result["source"]["text"] == HEARD
    assert target["text"].startswith(NONSENSE) and not target["verified"] and not target.get("speech")
    assert "may be none" in done.stderr and "It is not spoken." in done.stderr
    assert not out.exists() and paths(services) == ["/v1/audio/transcriptions"]
    # It was asked once more, and answered both times with all its words.
    assert predicted(llama) - before >= 2 * 18


def test_nonsense_on_the_screen_is_marked_and_kept(binary: Path, engine_env, audio_rig, tmp_path: Path, llama: str,
                                                   services: ScriptedServer) -> None:
    env = engine_env | audio_rig.environment() | {"LLAMA_KEY": KEY}
    config = configure(tmp_path, llama, services.url)
    with start(binary, env, "en", "es", options=("--config", str(config))) as rig:
        rig.wait_for(r", warm", 20)
        hold_and_say(rig, audio_rig, RECORDING)
        rig.wait_for(r"\(unverified: ", 30)
        rig.wait_for(READY, 30)
        shown = rig.text()
        assert HEARD in shown and NONSENSE in shown
        rig.tap("q")
        assert rig.wait_exit(5) == 0
    assert set(paths(services)) == {"/v1/audio/transcriptions"}
    kept = subprocess.run([binary, "history", "list"], env=env, capture_output=True, text=True, check=True, timeout=20)
    assert HEARD in kept.stdout


def test_an_answer_that_reached_the_servers_limit_is_no_translation(binary: Path, engine_env, tmp_path: Path,
                                                                    services: ScriptedServer) -> None:
    out = tmp_path / "out.mp3"
    with serving(tmp_path, "5") as url:
        done = translate(binary, engine_env, configure(tmp_path, url, services.url), "--speak", str(out))
        assert predicted(url) >= 5
    assert done.returncode == 1
    assert "longer than the model may write" in done.stderr
    assert NONSENSE not in done.stdout and not out.exists() and paths(services) == ["/v1/audio/transcriptions"]


def test_the_servers_refusal_of_a_key_is_told_as_such(binary: Path, engine_env, tmp_path: Path, llama: str,
                                                      services: ScriptedServer) -> None:
    before = predicted(llama)
    done = translate(binary, engine_env, configure(tmp_path, llama, services.url), key="sk-wrong")
    assert done.returncode == 1
    assert "'llama'" in done.stderr and "refused the key" in done.stderr and "sk-wrong" not in done.stderr
    assert predicted(llama) == before
