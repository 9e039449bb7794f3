"""The configuration: `voice-translator config`, and a file that changes while the program runs."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest
from program import Rig
from scripted_server import Reply, ScriptedServer


@pytest.fixture
def config(binary: Path, engine_env: dict[str, str]):
    """Runs `voice-translator config` in a private home."""
    def run(*words: str | Path, check: int = 0, **variables: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run([binary, "config", *words], env=engine_env | variables, check=False, capture_output=True,
                              text=True, timeout=20)
        assert done.returncode == check, done.stderr
        return done
    return run


@pytest.fixture
def file(home: Path) -> Path:
    """Where the configuration is."""
    return home / "config/voice-translator/config.toml"


def test_init_writes_a_file_that_check_accepts_and_never_twice(config, file: Path) -> None:
    assert "no such file" in config("check").stdout
    assert config("init").stdout.strip() == config("path").stdout.strip() == str(file)
    assert file.stat().st_mode & 0o777 == 0o600 and file.parent.stat().st_mode & 0o777 == 0o700
    assert config("check").stdout == f"{file}: right\n"
    assert [line for line in file.read_text().splitlines() if line and line[0] not in "#["] == []
    file.write_text('from = "fr"\n')
    assert "is there already" in config("init", check=1).stderr
    assert file.read_text() == 'from = "fr"\n'


def test_show_says_what_holds_and_where_it_was_set_and_can_be_read_again(config, file: Path, tmp_path: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_text('from = "fr"\n[audio]\nwarm = false\n[backends.c]\nkind = "openai"\nurl = "http://127.0.0.1:1"\n')
    shown = config("show", "--to", "es,pt", VOICE_TRANSLATOR_HISTORY_DAYS="7").stdout
    for line in (f'from = "fr"  # {file}:1:8', f"audio.warm = false  # {file}:3:8", 'to = ["es", "pt"]  # --to',
                 "history.days = 7  # environment variable VOICE_TRANSLATOR_HISTORY_DAYS", "hold.tap_ms = 200  # default"):
        assert line in shown
    assert tomllib.loads(shown)["backends"]["c"]["url"] == ["http://127.0.0.1:1"]
    again = tmp_path / "again.toml"
    again.write_text(shown)
    assert config("check", "--config", again).stdout == f"{again}: right\n"


@pytest.mark.parametrize(("text", "place", "words"), [
    ('from = "en"\n[audio]\npre_rol_ms = 300\n', ":3:", "Did you mean 'audio.pre_roll_ms'?"),
    ("[history]\ndays = -1\n", ":2:8", "a whole number from 0 to"),
    ("[history]\nenabled = 1\n", ":2:11", "true or false"),
    ('[speech]\nqueue = "mix"\n', ":2:9", '"replace" or "append"'),
    ('to = ["es"\n', ":", "this is no TOML"),
    ('backend = "mycloud"\n', "configuration", "not configured"),
], ids=["key", "range", "type", "choice", "syntax", "backend"])
def test_check_names_place_key_and_what_is_allowed(config, file: Path, text: str, place: str, words: str) -> None:
    file.parent.mkdir(parents=True)
    file.write_text(text)
    done = config("check", check=2)
    assert place in done.stderr and words in done.stderr and done.stdout == ""


def test_check_names_variables_that_set_nothing(config) -> None:
    done = config("check", VOICE_TRANSLATOR_AUDIO_PREROLL_MS="3", VOICE_TRANSLATOR_FROM="en")
    assert "VOICE_TRANSLATOR_AUDIO_PREROLL_MS sets nothing" in done.stderr
    assert "VOICE_TRANSLATOR_TO" in config("check", VOICE_TRANSLATOR_TO="!!", check=2).stderr


def test_edit_opens_the_editor_and_checks_what_came_out(config, file: Path, tmp_path: Path) -> None:
    editor = tmp_path / "my editor"
    editor.write_text('#!/bin/sh\n[ "$1" = --wait ] && printf %s "$CONTENT" > "$2"\n')
    editor.chmod(0o755)
    good = config("edit", EDITOR=f"'{editor}' --wait", VISUAL="", CONTENT='from = "it"\n')
    assert good.stdout.endswith(": right\n") and file.read_text() == 'from = "it"\n'
    assert ":1:" in config("edit", VISUAL=f"'{editor}' --wait", CONTENT="form = 3\n", check=2).stderr
    assert "The editor 'false' failed" in config("edit", VISUAL="false", check=1).stderr


def test_a_change_is_taken_up_while_the_program_runs_and_a_wrong_one_changes_nothing(binary: Path, engine_env, audio_rig,
                                                                                    file: Path) -> None:
    file.parent.mkdir(parents=True, mode=0o700)
    file.write_text('from = "en"\nto = ["es"]\n')
    with Rig([str(binary)], cols=160, rows=40, env=engine_env | audio_rig.environment()) as rig:
        rig.wait_for(r"EN→ES", 20)
        file.write_text('from = "en"\nto = ["pt"]\n')
        rig.wait_for(r"EN→PT", 10)
        rig.wait_for(r"changed configuration is taken up", 10)
        file.write_text('from = "en"\nto = [3]\n')
        rig.wait_for(r"config\.toml:2:", 10)
        rig.wait_for(r"EN→PT", 1)
        # As editors do it: a new file takes the old one's name.
        new = file.with_suffix(".new")
        new.write_text('from = "fr"\nto = ["it"]\n[ui]\nascii = true\n')
        new.rename(file)
        rig.wait_for(r"FR->IT", 10)
        rig.tap("q")
        assert rig.wait_exit(5) == 0


def test_another_backend_is_taken_up_while_the_program_runs(binary: Path, engine_env, audio_rig, file: Path) -> None:
    file.parent.mkdir(parents=True, mode=0o700)
    file.write_text('from = "en"\nto = ["es"]\n')
    with ScriptedServer({("GET", "/v1/models"): lambda _: Reply(b'{"data": []}')}) as server, \
            Rig([str(binary)], cols=160, rows=40, env=engine_env | audio_rig.environment()) as rig:
        rig.wait_for(r"engine ready", 30)
        file.write_text('from = "en"\nto = ["es"]\nbackend = "cloud"\n[backends.cloud]\nkind = "openai"\n'
                        f'url = "{server.url}/v1"\n')
        rig.wait_for(r"cloud ready", 20)
        file.write_text('from = "en"\nto = ["es"]\nbackend = "clod"\n')
        rig.wait_for(r"'backend' names 'clod'", 10)
        rig.wait_for(r"cloud ready", 1)
        rig.tap("q")
        assert rig.wait_exit(5) == 0
