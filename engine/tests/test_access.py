"""Who may reach the engine, and where it listens."""

from __future__ import annotations

import json
import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import SPEECH
from launch import Launched
from test_reload import installed
from turn import samples, take
from voice_translator_engine import listen

TOKEN = "correct horse battery staple"


def test_a_token_is_demanded_where_one_is_set(tmp_path: Path) -> None:
    with Launched("--token-env", "ENGINE_TOKEN", models=str(tmp_path), ENGINE_TOKEN=TOKEN) as engine:
        for given in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN + "x"}):
            status, _, answer = engine.ask("GET", "/v1/models", headers=given)
            assert (status, answer["error"]["code"]) == (401, "unauthorized")
        assert engine.ask("GET", "/v1/models", headers={"Authorization": f"Bearer {TOKEN}"})[0] == 200
        assert engine.ask("GET", "/healthz")[0] == 200
        environment = Path(f"/proc/{engine.process.pid}/environ")
        assert TOKEN not in "".join(line for line in engine.ask("GET", "/healthz")[1].values())
        assert environment.exists()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 403),
        ({"Host": "localhost"}, 200),
        ({"Host": "127.0.0.1:80"}, 200),
        ({"Host": "[::1]:80"}, 200),
        ({"Host": "127.0.0.1.evil.example"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "http://localhost:3000"}, 200),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1.evil.example"}, 403),
    ],
)
def test_web_pages_of_other_origins_are_kept_out(
    bare: Launched, headers: dict[str, str], status: int
) -> None:
    assert bare.ask("GET", "/v1/models", headers=headers)[0] == status


@pytest.mark.parametrize(
    ("route", "kind", "length"),
    [
        ("/v1/audio/transcriptions", "multipart/form-data; boundary=x", 26 * 2**20),
        ("/v1/turns?from=en", "audio/L16;rate=16000", 20 * 2**20),
        ("/v1/turns?from=en", "text/plain", 65 * 1024),
        ("/v1/audio/speech", "application/json", 257 * 1024),
        ("/translate", "application/json", 257 * 1024),
    ],
)
def test_a_body_that_is_too_large_is_refused_before_it_is_read(
    bare: Launched, route: str, kind: str, length: int
) -> None:
    with bare.connection() as connection:
        connection.putrequest("POST", route)
        connection.putheader("Content-Type", kind)
        connection.putheader("Content-Length", str(length))
        connection.endheaders()  # And not a byte of the body.
        assert connection.getresponse().status == 413


def test_nothing_of_a_request_is_written_down(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with Launched(
        socket_path=tmp_path / "run/engine.sock",
        TMPDIR=str(scratch),
        HOME=str(tmp_path),
        XDG_RUNTIME_DIR=str(tmp_path),
        models=str(installed()),
    ) as engine:
        take(engine.path, samples(SPEECH / "en-pico_en-US-00.wav"), source="en", to=["es", "pt"])
        form = (
            b'--x\r\nContent-Disposition: form-data; name="file"; filename="secret.wav"\r\n\r\n'
            + (SPEECH / "en-pico_en-US-00.wav").read_bytes()
            + b"\r\n--x--\r\n"
        )
        for body in (form, form.replace(b"RIFF", b"RUFF"), form[:-30]):
            engine.ask(
                "POST", "/v1/audio/transcriptions", body, {"Content-Type": "multipart/form-data; boundary=x"}
            )
        for text in ("A secret station.", "\ud800 secret", "secret " * 900):
            engine.ask(
                "POST",
                "/translate",
                json.dumps({"q": text, "source": "en", "target": "pt"}).encode(),
                {"Content-Type": "application/json"},
            )
            engine.ask("POST", "/v1/audio/speech", {"input": text, "voice": "secret"})
        # eSpeak NG makes folders for a sound server that it then doesn't use.
        assert [path for path in scratch.rglob("*") if path.is_file() and "pulse" not in str(path)] == []
        engine.process.stdin.close()
        engine.process.wait(10)
        logged = engine.process.stderr.read().lower()
    assert not any(word in logged for word in ("station", "secret", "estaci", "riff"))


def start(*options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs an engine that must refuse to start."""
    return subprocess.run(
        [sys.executable, "-m", "voice_translator_engine", *options],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=30,
        env=os.environ | variables,
    )


def test_listening_to_the_network_needs_a_token() -> None:
    done = start("--listen", "0.0.0.0:0")
    assert done.returncode == 1
    assert "needs a token" in done.stderr and "--token-env" in done.stderr


def test_an_empty_token_is_refused() -> None:
    done = start("--token-env", "ENGINE_TOKEN", ENGINE_TOKEN="")
    assert done.returncode == 2
    assert "ENGINE_TOKEN" in done.stderr


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.1:x", "127.0.0.1:99999"])
def test_an_address_must_be_host_and_port(address: str) -> None:
    assert "isn't HOST:PORT" in start("--listen", address).stderr


def test_a_port_in_use_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = start("--listen", address)
    assert done.returncode == 1
    assert address in done.stderr


def test_a_stale_socket_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "private/engine.sock"
    path.parent.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as old:
        old.bind(str(path))
    with listen.unix(path) as opened:
        assert opened.getsockname() == str(path)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_engine_that_listens_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "private/engine.sock"
    with listen.unix(path), pytest.raises(listen.ListenError, match="already listens"):
        listen.unix(path)


def test_a_file_in_the_socket_s_place_stays(tmp_path: Path) -> None:
    path = tmp_path / "private/engine.sock"
    path.parent.mkdir(mode=0o700)
    path.write_text("mine")
    with pytest.raises(listen.ListenError, match="Remove it"):
        listen.unix(path)
    assert path.read_text() == "mine"


def test_the_directory_is_made_private_and_must_be(tmp_path: Path) -> None:
    with listen.unix(tmp_path / "made/engine.sock"):
        assert stat.S_IMODE((tmp_path / "made").stat().st_mode) == 0o700
    (tmp_path / "open").mkdir(mode=0o755)
    with pytest.raises(listen.ListenError, match="chmod 700"):
        listen.unix(tmp_path / "open/engine.sock")
    (tmp_path / "link").symlink_to(tmp_path / "made")
    with pytest.raises(listen.ListenError):
        listen.unix(tmp_path / "link/engine.sock")


def test_a_path_too_long_for_a_socket_is_refused(tmp_path: Path) -> None:
    with pytest.raises(listen.ListenError, match="107 bytes"):
        listen.unix(tmp_path / ("x" * 108))


def test_the_default_path_is_in_the_runtime_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/1")
    assert listen.default_path() == Path("/run/user/1/voice-translator/engine.sock")
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert listen.default_path().parent.name == f"voice-translator-{os.getuid()}"
