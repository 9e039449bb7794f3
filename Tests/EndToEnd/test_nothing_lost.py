"""A turn that fails loses nothing: another backend goes on, or the recording waits with how far it came."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from program import SPEECH, hold_and_say, start
from ptyrig import Rig
from screens import configure, say
from scripted_server import Reply, Request, ScriptedServer
from vendor_services import HEARD, TRANSLATION, every

RECORDING = SPEECH / "en-pico_en-US-00.wav"


@pytest.fixture(scope="module")
def mp3(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A short MP3."""
    path = tmp_path_factory.mktemp("mp3") / "tone.mp3"
    subprocess.run(["lame", "--quiet", SPEECH / "es-pico_es-ES-00.wav", path], check=True)
    return path.read_bytes()


class Switch:
    """An answer that is a failure until it is mended."""

    def __init__(self, answer, failure: Reply) -> None:
        self.answer, self.failure, self.broken = answer, failure, True

    def __call__(self, request: Request) -> Reply:
        return self.failure if self.broken else self.answer(request)


BROKEN = Reply(b"<html>down</html>", "text/html", 503, {"x-should-retry": "false"})
PATHS = {"recognize": "/v1/audio/transcriptions", "translate": "/v1/chat/completions", "speak": "/v1/audio/speech"}


@contextmanager
def service(mp3: bytes, *broken: str) -> Iterator[tuple[ScriptedServer, dict[str, Switch]]]:
    """A service some of whose stages fail."""
    answers = every(mp3, RECORDING.read_bytes())
    switches = {stage: Switch(answers["POST", PATHS[stage]], BROKEN) for stage in broken}
    with ScriptedServer(answers | {("POST", PATHS[stage]): switch for stage, switch in switches.items()}) as server:
        yield server, switches


def backend(name: str, *urls: str) -> str:
    places = ", ".join(f'"{url}/v1"' for url in urls)
    return f'[backends.{name}]\nkind = "openai"\nurl = [{places}]\n'


def run(binary: Path, env: dict[str, str], config: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([binary, *words, "--config", config], env=env, capture_output=True, text=True, check=False,
                          timeout=120)


@contextmanager
def waiting(binary: Path, env: dict[str, str], config: Path, audio_rig) -> Iterator[Rig]:
    """The program with an utterance that was said and whose turn failed; it is quit at the end."""
    with start(binary, env, "en", "es", options=("--config", str(config))) as rig:
        rig.wait_for(r", warm", 20)
        hold_and_say(rig, audio_rig, RECORDING)
        rig.wait_for("1 waiting", 20)
        yield rig
        rig.tap("q")
        assert rig.wait_exit(5) == 0


def asked(server: ScriptedServer) -> list[str]:
    """The stages that were asked of a server, in order."""
    stages = {path: stage for stage, path in PATHS.items()}
    return [stages[request.path] for request in server.requests if request.path in stages]


@pytest.mark.parametrize("stage", ["recognize", "translate", "speak"])
def test_another_backend_goes_on_from_the_stage_that_failed(binary: Path, engine_env, tmp_path: Path, mp3: bytes,
                                                            stage: str) -> None:
    config = tmp_path / "config.toml"
    with service(mp3, stage) as (first, _), service(mp3) as (second, _):
        config.write_text('backend = ["first", "second"]\n' + backend("first", first.url) + backend("second", second.url))
        done = run(binary, engine_env, config, "translate", str(RECORDING), "--from", "en", "--to", "es", "--speak",
                   str(tmp_path / "out.mp3"))
        stages = list(PATHS)
        assert asked(second) == stages[stages.index(stage):]
        # A live upload that fails is tried once more as a whole.
        assert list(dict.fromkeys(asked(first))) == stages[:stages.index(stage) + 1]
    assert (done.returncode, done.stdout) == (0, f"{HEARD}\n{TRANSLATION}\n")
    assert "'first'" in done.stderr and "'second' goes on" in done.stderr
    assert (tmp_path / "out.mp3").read_bytes() == mp3


def test_several_urls_are_used_in_turn_and_broken_ones_rest(binary: Path, engine_env, tmp_path: Path, mp3: bytes) -> None:
    config = tmp_path / "config.toml"
    with service(mp3) as (one, _), service(mp3) as (two, _), service(mp3) as (gone, _):
        config.write_text('backend = "x"\n' + backend("x", one.url, "http://127.0.0.1:9", two.url))
        done = run(binary, engine_env, config, "translate", *[str(RECORDING)] * 4, "--from", "en", "--to", "es")
        assert (done.returncode, done.stdout.count(TRANSLATION), done.stderr) == (0, 4, "")
        assert len(asked(one)) + len(asked(two)) == 8
        assert min(len(asked(one)), len(asked(two))) >= 3


def test_a_server_that_asks_for_a_pause_gets_it_and_the_screen_counts_down(binary: Path, engine_env, home: Path) -> None:
    good = Reply(b'{"choices": [{"message": {"content": "buenos dias a todos"}}]}')
    switch = Switch(lambda _: good, Reply(b"{}", status=429, headers={"Retry-After": "6"}))
    with ScriptedServer({("POST", PATHS["translate"]): switch}) as server:
        with Rig([str(binary), *configure(home, server.url)], cols=110, rows=30, profile="kitty",
                 env=engine_env | {"CLOUD_KEY": "sk-1"}) as rig:
            rig.wait_for(r"│ EN→ES", 20)
            say(rig, "good morning")
            rig.wait_for(r"again in [56] s", 10)
            switch.broken = False
            rig.wait_for(r"again in [23] s", 10)
            rig.wait_for("buenos dias a todos", 20)
            rig.tap("q")
            assert rig.wait_exit(5) == 0
    assert len(asked(server)) == 2


def test_a_recording_waits_with_the_stage_it_reached_and_is_sent_from_there(binary: Path, engine_env, audio_rig,
                                                                            tmp_path: Path, mp3: bytes) -> None:
    config = tmp_path / "config.toml"
    env = engine_env | audio_rig.environment()
    with service(mp3, "translate") as (server, switches):
        config.write_text('backend = "x"\n' + backend("x", server.url))
        with waiting(binary, env, config, audio_rig) as rig:
            rig.wait_for("The recording is kept", 20)
        listed = run(binary, env, config, "unsent", "list").stdout
        assert listed.count("\n") == 1 and "en → es" in listed
        # It fails once more, and waits once more.
        assert run(binary, env, config, "unsent", "send").returncode == 1
        assert run(binary, env, config, "unsent", "list").stdout == listed
        switches["translate"].broken = False
        done = run(binary, env, config, "unsent", "send")
        assert (done.returncode, done.stdout) == (0, f"{HEARD}\n{TRANSLATION}\n")
        assert run(binary, env, config, "unsent", "list").stdout == ""
        # What was heard was not recognised again.
        assert asked(server) == ["recognize", "translate", "translate", "translate"]


def test_a_failed_voice_repeats_neither_recognition_nor_translation(binary: Path, engine_env, audio_rig, tmp_path: Path,
                                                                    mp3: bytes) -> None:
    config = tmp_path / "config.toml"
    env = engine_env | audio_rig.environment()
    with service(mp3, "speak") as (server, switches):
        config.write_text('backend = "x"\n' + backend("x", server.url))
        with waiting(binary, env, config, audio_rig) as rig:
            switches["speak"].broken = False
            rig.tap("U")
            rig.wait_for("speaking", 20)
            rig.wait_for(r"EN→ES\s+ready", 20)
            assert rig.text().count(TRANSLATION.split()[0]) == 1
        assert asked(server) == ["recognize", "translate", "speak", "speak"]
        assert run(binary, env, config, "unsent", "list").stdout == ""


def test_one_that_waits_is_sent_from_the_list_and_only_once(binary: Path, engine_env, audio_rig, tmp_path: Path,
                                                            mp3: bytes) -> None:
    config = tmp_path / "config.toml"
    env = engine_env | audio_rig.environment()
    with service(mp3, "translate") as (server, switches):
        config.write_text('backend = "x"\n' + backend("x", server.url))
        with waiting(binary, env, config, audio_rig) as rig:
            rig.tap("u")
            rig.wait_for(r"EN→ES +\d{8}-", 10)
            switches["translate"].broken = False
            rig.tap("Return")
            rig.wait_for(re.escape(TRANSLATION.split()[0]), 20)
            rig.wait_for(r"EN→ES\s+ready", 20)
            rig.tap("U")
            rig.wait_quiet(1, 10)
        # It went on where it had failed, and nothing was left to be sent again.
        assert asked(server) == ["recognize", "translate", "translate", "speak"]
        assert run(binary, env, config, "unsent", "list").stdout == ""


def test_what_waits_is_sent_in_order_when_the_network_returns_and_after_a_restart(binary: Path, engine_env, audio_rig,
                                                                                  tmp_path: Path, mp3: bytes) -> None:
    config = tmp_path / "config.toml"
    env = engine_env | audio_rig.environment()
    with service(mp3) as (server, _):
        port = int(server.url.rsplit(":", 1)[1])
        config.write_text('backend = "x"\n' + backend("x", server.url))
    # The server is gone, and so is the network as far as the program can tell.
    options = ("--config", str(config))
    with start(binary, env, "en", "es", options=options) as rig:
        rig.wait_for(r", warm", 20)
        for count in (1, 2):
            hold_and_say(rig, audio_rig, RECORDING)
            rig.wait_for(f"{count} waiting", 30)
        rig.tap("q")
        assert rig.wait_exit(5) == 0
    assert run(binary, env, config, "unsent", "list").stdout.count("\n") == 2
    with start(binary, env, "en", "es", options=options) as rig:
        rig.wait_for("2 waiting", 30)
        heard = []
        answers = every(mp3, RECORDING.read_bytes())
        whole = answers["POST", PATHS["recognize"]]
        answers["POST", PATHS["recognize"]] = lambda request: (heard.append(len(request.body)), whole(request))[1]
        with ScriptedServer(answers, port=port) as server:
            rig.wait_for(r"EN→ES\s+ready", 90)
            end = time.monotonic() + 60
            while run(binary, env, config, "unsent", "list").stdout and time.monotonic() < end:
                time.sleep(0.5)
            assert asked(server).count("recognize") == 2
        rig.tap("q")
        assert rig.wait_exit(5) == 0
    assert run(binary, env, config, "unsent", "list").stdout == ""
