"""`voice-translator models`: pulling from a mirror on loopback, as a user and as a program."""

from __future__ import annotations

import os
import pty
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from program import TESTS
from schemas import checked

sys.path.insert(0, str(TESTS.parent / "engine/tests"))
from mirror import Mirror  # noqa: E402  (found through the path above)

DATA = random.Random(3).randbytes(3_000_000)
NAME, PATH = "whisper:tiny", "whisper/tiny.bin"


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    """A mirror with one model."""
    with Mirror({NAME: {PATH: DATA}}) as server:
        yield server


@pytest.fixture
def models_env(engine_env: dict[str, str], home: Path, mirror: Mirror) -> dict[str, str]:
    """An environment with an empty models folder, and the mirror configured."""
    return engine_env | {
        "VOICE_TRANSLATOR_ENGINE_MODELS": str(home / "models"),
        "VOICE_TRANSLATOR_ENGINE_MIRROR": mirror.url,
    }


def run(binary: Path, env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """The command without a terminal."""
    return subprocess.run(
        [binary, "models", *words], env=env, capture_output=True, text=True, timeout=60, check=False
    )


def test_a_model_is_pulled_listed_verified_and_removed(
    binary: Path, models_env: dict[str, str], home: Path
) -> None:
    assert run(binary, models_env).stdout == ""
    done = run(binary, models_env, "pull", NAME)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{NAME}: installed, 3.0 MB\n", "")
    assert (home / "models" / PATH).read_bytes() == DATA
    assert run(binary, models_env, "list").stdout == f"{NAME}\t3.0 MB\n"
    assert run(binary, models_env, "verify").stdout == f"{NAME}: right\n"
    (home / "models" / PATH).write_bytes(DATA[:-1])
    damaged = run(binary, models_env, "verify", NAME)
    assert damaged.returncode == 1 and "damaged" in damaged.stderr and "pull it again" in damaged.stderr
    assert run(binary, models_env, "remove", NAME).returncode == 0
    assert not (home / "models" / PATH).exists()
    missing = run(binary, models_env, "remove", NAME)
    assert missing.returncode == 1 and "isn't installed" in missing.stderr


def test_programs_get_an_object_a_line(binary: Path, models_env: dict[str, str]) -> None:
    done = run(binary, models_env, "--json", "pull", NAME)
    events = [checked(line, "models") for line in done.stdout.splitlines()]
    assert events[0] == {"event": "progress", "model": NAME, "bytes": 0, "size": len(DATA)}
    assert events[-1] == {"event": "installed", "model": NAME, "size": len(DATA)}
    failed = run(binary, models_env, "pull", "whisper:huge", "--json")
    assert failed.returncode == 1
    assert checked(failed.stdout, "models")["code"] == "unknown_model"


def test_a_flag_names_another_mirror(binary: Path, models_env: dict[str, str]) -> None:
    done = run(binary, models_env, "pull", NAME, "--mirror", "http://127.0.0.1:9/nothing")
    assert done.returncode == 1
    assert "127.0.0.1:9/nothing" in done.stderr and "--mirror" in done.stderr


@pytest.mark.parametrize(
    ("words", "remedy"),
    [(["fetch"], "--help"), (["pull"], "NAME…"), (["remove"], "NAME…"), (["list", NAME], "no more words")],
    ids=str,
)
def test_a_wrong_command_line_is_explained(
    binary: Path, models_env: dict[str, str], words: list[str], remedy: str
) -> None:
    done = run(binary, models_env, *words)
    assert done.returncode == 2
    assert remedy in done.stderr and done.stdout == ""


def test_keys_are_not_handed_on(binary: Path, models_env: dict[str, str], home: Path) -> None:
    spy = home / "spy"
    spy.write_text("#!/bin/sh\nenv\n")
    spy.chmod(0o755)
    config = home / "config/voice-translator/config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(
        '[backends.cloud]\nkind = "openai"\nurl = "http://127.0.0.1:9"\nkey_env = "CLOUD_KEY"\n'
    )
    done = run(
        binary, models_env | {"VOICE_TRANSLATOR_ENGINE_COMMAND": str(spy), "CLOUD_KEY": "secret"}, "list"
    )
    assert "HOME=" in done.stdout and "secret" not in done.stdout


def test_a_terminal_shows_progress_and_ctrl_c_keeps_what_arrived(
    binary: Path, models_env: dict[str, str], home: Path, mirror: Mirror
) -> None:
    mirror.faults = ["stall"]
    child, terminal = pty.fork()
    if child == 0:
        # A shell holds the terminal: when its first process ends, the system drops what nobody has read yet.
        script = 'trap : INT; "$0" models pull "$1"; echo "exit $?"; read end'
        os.execve("/bin/sh", ["sh", "-c", script, str(binary), NAME], models_env)
    shown = b""
    while b"1.5 of 3.0 MB" not in shown:
        shown += os.read(terminal, 4096)
    os.write(terminal, b"\x03")
    while b"exit " not in shown:
        shown += os.read(terminal, 4096)
    assert b"What has arrived is kept" in shown and b"exit 130" in shown
    os.write(terminal, b"\n")
    os.waitpid(child, 0)
    os.close(terminal)
    assert not (home / "models" / PATH).exists()
    assert run(binary, models_env, "pull", NAME).returncode == 0
    # What is shown as 1.5 MB may be a little less.
    later = mirror.ranges[1:]
    assert mirror.ranges[0] == 0 and later and min(later) >= 1_450_000, "it went on from there"
