"""Whatever comes from outside, the terminal gets no escape sequence of it: compared on the raw bytes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ptyrig import Rig
from screens import configure, forms, say, translator
from scripted_server import Reply, ScriptedServer

PAYLOADS = [
    "\x1b[31mred\x1b[0m", "\x1b]52;c;ZXZpbA==\x07", "\x1b]8;;http://x/\x1b\\link\x1b]8;;\x1b\\", "\x1b]0;title\x07",
    "\x1bP+q544e\x1b\\", "\x1b_Gi=1;\x1b\\", "\x1bc", "\x9b31mC1", "\x9d52;c;x\x9c", "\x85\x84\x8d", "\x1b]unterminated",
    "\x1b[", "\x07\x08\x0e\x0f\x11\x13", "\u202eright\u2066isolate", "\u2028line\u2029", "\x1b[?1049l\x1b[2J\x1b[H",
]
EVIL = " ".join(PAYLOADS)


def run(binary: Path, env: dict[str, str], options: list[str], wait: str) -> bytes:
    """The raw output of a program that translates one typed utterance and shows it everywhere it can."""
    with Rig([str(binary), *options], cols=120, rows=40, profile="kitty", env=env) as rig:
        rig.wait_for(r"EN→ES", 20)
        say(rig, "good morning", wait)
        for key in ["l", "b", "Escape", "F", "Escape", "shift+1", "Escape", "e", "Escape"]:
            rig.tap(key)
        rig.wait_quiet(0.3)
        rig.tap("q")
        rig.wait_exit(10)
        rig.assert_restored()
        return bytes(rig.raw)


@pytest.fixture
def env(engine_env: dict[str, str]) -> dict[str, str]:
    """A program with a key for its service."""
    return engine_env | {"CLOUD_KEY": "sk-1"}


@pytest.fixture
def harmless(binary: Path, env: dict[str, str], home: Path) -> set[str]:
    """The escape sequences of a run in which nothing is evil."""
    with translator(lambda text: f"harmless {text}") as server:
        return forms(run(binary, env, configure(home, server.url), r"harmless"))


def test_a_translation_brings_no_escape_sequence_to_the_terminal(binary: Path, env, home: Path, harmless) -> None:
    with translator(lambda text: f"evil {EVIL} {text}") as server:
        raw = run(binary, env, configure(home, server.url), r"evil")
    assert forms(raw) <= harmless
    assert b"ZXZpbA" not in raw and b"2J\x1b[H" not in raw.split(b"evil", 1)[1]


def test_the_body_of_an_error_brings_none(binary: Path, env, home: Path, harmless) -> None:
    body = json.dumps({"error": {"message": f"evil {EVIL}"}}).encode()
    with ScriptedServer({("POST", "/v1/chat/completions"): lambda _: Reply(body, status=400)}) as server:
        raw = run(binary, env, configure(home, server.url), r"evil|Not translated")
    assert forms(raw) <= harmless | {"CSI X"}


def test_the_names_of_devices_files_and_backends_bring_none(binary: Path, env, home: Path, harmless) -> None:
    with translator(lambda text: f"harmless {text}") as server:
        options = configure(home, server.url)
        evil = EVIL.replace("/", "").replace("\x00", "")
        raw = run(binary, env, [*options, "--capture", f"hw:{evil}", "--playback", f"hw:{evil}"], r"harmless")
    assert forms(raw) <= harmless | {"CSI X"}
    folder = home / f"evil {evil[:60]}"
    folder.mkdir()
    with Rig([str(binary), "--config", str(folder / "none.toml")], cols=120, rows=40, env=env) as rig:
        assert rig.wait_exit(10) == 2
        assert forms(bytes(rig.raw)) == set()
        assert "can't be read" in rig.text()


def test_pasted_and_typed_text_brings_none(binary: Path, env, home: Path, harmless) -> None:
    with translator(lambda text: f"harmless {text}") as server:
        with Rig([str(binary), *configure(home, server.url)], cols=120, rows=40, profile="kitty", env=env) as rig:
            rig.wait_for(r"EN→ES", 20)
            rig.tap("i")
            rig.wait_for(r"Say:", 5)
            rig.paste(EVIL.replace("\x1b[201~", "") + " end of it")
            rig.wait_for(r"end of it", 5)
            rig.tap("Return")
            rig.wait_for(r"harmless", 20)
            rig.wait_quiet(0.3)
            rig.tap("q")
            rig.wait_exit(10)
            assert forms(bytes(rig.raw)) <= harmless | {"CSI X"}
