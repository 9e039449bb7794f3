"""What is said in the terminal program is in the history, whatever ends it; the screen shows and exports it."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest
from program import SPEECH, Rig, hold_and_say, wait_ready
from test_history import TWO, document, history, utterance  # noqa: F401


@pytest.fixture
def env(engine_env: dict[str, str], audio_rig) -> dict[str, str]:
    """The environment of a program with a sound card."""
    return engine_env | audio_rig.environment() | {"TZ": "UTC"}


def start(binary: Path, env: dict[str, str], *options: str, profile: str = "kitty", cwd: Path | None = None) -> Rig:
    """The program in a terminal of its own, ready to translate."""
    rig = Rig([str(binary), "--from", "en", "--to", "es", *options], cols=140, rows=36, profile=profile, env=env,
              cwd=cwd and str(cwd))
    wait_ready(rig)
    return rig


def type_text(rig: Rig, text: str) -> None:
    """Types an utterance and waits for its translation."""
    rig.tap("i")
    rig.wait_for(r"Say:", 5)
    for letter in text:
        rig.tap("space" if letter == " " else letter)
    rig.tap("Return")
    rig.wait_for(rf"English +{text}", 10)
    rig.wait_for(r"^│ +Español +\S", 20)


def kept(history) -> list[dict]:  # noqa: F811
    """Every conversation in the history, newest first."""
    rows = json.loads(history("list", "--json").stdout)
    return [json.loads(history("show", str(row["id"]), "--json").stdout) for row in rows]


def quit_program(rig: Rig) -> None:
    """Quits, also while speech plays."""
    rig.wait_for(r"^│ EN→ES +ready", 30)
    rig.tap("q")
    assert rig.wait_exit(10) == 0


def test_a_spoken_turn_is_kept_with_all_that_is_known_of_it(binary: Path, env, audio_rig, history) -> None:  # noqa: F811
    before = time.time()
    with start(binary, env | {"VOICE_TRANSLATOR_HISTORY_AUDIO": "true"}) as rig:
        hold_and_say(rig, audio_rig, SPEECH / "en-pico_en-US-00.wav")
        rig.wait_for(r"speaking", 30)
        rig.wait_for(r"ready.*\n.*SPACE talk", 30)
        quit_program(rig)
    (conversation,) = kept(history)
    (said,) = conversation["utterances"]
    assert "train station" in said["text"] and "tren" in said["translations"][0]["text"]
    assert said["language"] == "en" and said["translations"][0]["rough"] and said["translations"][0]["route"]
    assert said["latency_ms"]["total"] >= said["latency_ms"]["recognize"] > 0 and conversation["backend"] == "engine"
    began = time.mktime(time.strptime(said["began"][:19], "%Y-%m-%dT%H:%M:%S")) - time.timezone
    assert before - 2 <= began <= time.time() and said["ended"] > said["began"]
    recording = Path(said["audio"])
    assert recording.stat().st_mode & 0o777 == 0o600 and recording.stat().st_size > 32000
    history("forget", str(conversation["id"]))
    assert not recording.exists() and kept(history) == []


def test_killed_at_any_moment_nothing_that_was_read_is_lost(binary: Path, env, history) -> None:  # noqa: F811
    for round_ in range(4):
        with start(binary, env) as rig:
            for number in range(round_ + 1):
                type_text(rig, f"word {'abcd'[number]}")
            rig.proc.send_signal(signal.SIGKILL)
            rig.proc.wait()
        texts = [said["text"] for said in kept(history)[0]["utterances"]]
        # The newest is written within a moment of being shown; those before it are there.
        assert texts[:round_] == [f"word {'abcd'[number]}" for number in range(round_)]
        assert len(kept(history)) <= round_ + 1


def test_a_correction_is_kept_with_what_it_was_before(binary: Path, env, history) -> None:  # noqa: F811
    with start(binary, env) as rig:
        type_text(rig, "good morning")
        rig.wait_for(r"ready.*\n.*SPACE talk", 30)
        rig.tap("e")
        rig.wait_for(r"Heard:", 5)
        for letter in " friend":
            rig.tap("space" if letter == " " else letter)
        rig.tap("Return")
        rig.wait_for(r"English +good morning friend", 10)
        rig.wait_for(r"ready.*\n.*SPACE talk", 30)
        quit_program(rig)
    (said,) = kept(history)[0]["utterances"]
    assert said["text"] == "good morning friend"
    assert [correction["before"] for correction in said["corrections"]] == ["good morning"]


def test_private_turns_are_nowhere_and_a_new_conversation_is_one(binary: Path, env, history, home: Path) -> None:  # noqa: F811
    with start(binary, env) as rig:
        type_text(rig, "first")
        rig.tap("n")
        rig.wait_for(r"A new conversation", 5)
        type_text(rig, "second")
        rig.tap("P")
        rig.wait_for(r"nothing goes to disk", 5)
        type_text(rig, "marzipan")
        quit_program(rig)
    assert [[said["text"] for said in conversation["utterances"]] for conversation in kept(history)] == [["second"], ["first"]]
    for path in home.rglob("*"):
        assert path.is_dir() or not path.is_file() or b"marzipan" not in path.read_bytes(), path
    with start(binary, env, "--private") as rig:
        type_text(rig, "nougat")
        quit_program(rig)
    assert len(kept(history)) == 2


def test_what_is_too_old_goes_at_the_start(binary: Path, env, history) -> None:  # noqa: F811
    history("import", "-", stdin=document([utterance(1, "old", "viejo")], year=2020))
    with start(binary, env) as rig:
        type_text(rig, "now")
        quit_program(rig)
    assert [conversation["utterances"][0]["text"] for conversation in kept(history)] == ["now"]
    history("import", "-", stdin=document([utterance(1, "old", "viejo")], year=2020))
    with start(binary, env | {"VOICE_TRANSLATOR_HISTORY_DAYS": "0"}) as rig:
        quit_program(rig)
    assert len(kept(history)) == 2


def test_the_screen_lists_searches_opens_exports_and_forgets(binary: Path, env, history, tmp_path: Path) -> None:  # noqa: F811
    evil = document([utterance(1, "Good\x1b]0;x\x07 \x9b31mbye.", "Adiós\x1b[2J.")], first=3)
    history("import", "-", stdin=TWO)
    history("import", "-", stdin=evil)
    with start(binary, env | {"VOICE_TRANSLATOR_HISTORY_DAYS": "0"}, cwd=tmp_path) as rig:
        rig.tap("H")
        rig.wait_for(r"^│ +> 20\d\d-01-31 13:00 +en es +\(1\) +Good bye\.", 10)
        rig.tap("/")
        for letter in "station":
            rig.tap(letter)
        rig.tap("Return")
        rig.wait_for(r"> 20\d\d-01-31 13:00 +Where is the station\? / ¿Dónde está la estación\?", 10)
        rig.tap("Return")
        rig.wait_for(r"─ Conversation 1 ─", 10)
        rig.wait_for(r"13:01  English: Over \*there\*\.", 10)
        rig.tap("x")
        rig.wait_for(r"Export to: conversation-1\.md", 5)
        rig.tap("Return")
        rig.wait_for(r"Written to conversation-1\.md", 10)
        rig.tap("Escape")
        rig.wait_for(r"─ History ─", 5)
        rig.tap("Escape")
        rig.wait_for(r"Good bye", 5)
        rig.tap("Delete")
        rig.wait_for(r"Conversation 3 is deleted for good by the same key", 5)
        rig.tap("Delete")
        rig.wait_for(r"Conversation 3 is forgotten", 5)
        rig.tap("Escape")
        type_text(rig, "for the file")
        for ending in ("srt", "md"):
            rig.tap("x")
            rig.wait_for(r"Export to: conversation\.md", 5)
            for _ in range(2):
                rig.tap("BackSpace")
            for letter in ending:
                rig.tap(letter)
            rig.tap("Return")
            rig.wait_for(rf"Written to conversation\.{ending}", 10)
        quit_program(rig)
        raw = bytes(rig.raw)
    assert b"\x1b]0;x" not in raw and b"\x9b31m" not in raw and "\x9b".encode() not in raw
    assert (tmp_path / "conversation-1.md").read_text() == history("export", "1").stdout
    assert "for the file" in (tmp_path / "conversation.srt").read_text()
    assert (tmp_path / "conversation.md").stat().st_mode & 0o777 == 0o600
    assert "no conversation 3" in history("show", "3", check=1).stderr


def test_a_history_that_cannot_be_used_stops_no_conversation(binary: Path, env, history, home: Path) -> None:  # noqa: F811
    history("import", "-", stdin=TWO)
    database = home / "data/voice-translator/history.sqlite"
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA user_version = 99")
    with start(binary, env) as rig:
        rig.wait_for(r"written by a newer version", 10)
        type_text(rig, "go on")
        quit_program(rig)
    database.write_bytes(b"junk" * 3000)
    with start(binary, env) as rig:
        rig.wait_for(r"set aside as", 10)
        type_text(rig, "anew")
        quit_program(rig)
    assert [said["text"] for said in kept(history)[0]["utterances"]] == ["anew"]


def test_the_log_follows_a_turn_without_a_word_of_it(binary: Path, env, home: Path) -> None:
    log = home / "log.txt"
    with start(binary, env, "--log", str(log), "-v") as rig:
        type_text(rig, "marzipan")
        rig.wait_for(r"ready.*\n.*SPACE talk", 30)
        quit_program(rig)
    text = log.read_text()
    assert log.stat().st_mode & 0o777 == 0o600
    assert "turn 1: the backend is done" in text and "characters, final" in text and "backend: ready" in text
    assert "marzipan" not in text.lower() and "mazap" not in text.lower()
    told = subprocess.run([binary, "translate", "--text", "marzipan", "--from", "en", "--to", "es", "-v"], env=env,
                          capture_output=True, text=True, check=True, timeout=60)
    assert "milestone" in told.stderr and "marzipan" not in told.stderr
    refused = subprocess.run([binary, "devices", "--log", "/nonexistent/log"], env=env, capture_output=True, text=True,
                             check=False, timeout=20)
    assert refused.returncode == 2 and "--log" in refused.stderr
