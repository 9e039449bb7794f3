"""The screen on terminals of every kind: types, locales, sizes, and a real multiplexer as the judge of wide text."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from program import READY, SPEECH, hold_and_say, newest_turn, sentence, start, wait_ready, word_error
from ptyrig import Rig
from screens import configure, say, translator

SCRIPTS = {
    "one": "駅はどこですか？ 東京駅の近くのホテルを探しています。", "two": "한국어 문장입니다", "three": "สวัสดีครับ ยินดีที่ได้รู้จัก",
    "four": "नमस्ते, आप कैसे हैं?", "five": "أين أقرب محطة قطار؟", "six": "איפה תחנת הרכבת?",
    "seven": "family 👨‍👩‍👧 thumb 👍🏽 flag 🇫🇷 heart ❤️", "eight": "e\u0301te\u0301 n\u0303 Z\u0351\u0343\u0315",
}


@pytest.fixture
def env(engine_env: dict[str, str]) -> dict[str, str]:
    """A program with a key for its service."""
    return engine_env | {"CLOUD_KEY": "sk-1"}


@pytest.mark.parametrize("type_", ["linux", "vt100", "xterm", "screen", "ansi"])
def test_the_screen_is_drawn_on_every_type_of_terminal(binary: Path, env, home: Path, type_: str) -> None:
    with translator(lambda text: f"translated {text}") as server:
        options = configure(home, server.url)
        with Rig([str(binary), *options], cols=100, rows=30, profile="plain", env=env | {"TERM": type_}) as rig:
            rig.wait_for(r"English → Español", 20)
            say(rig, "good morning", r"translated good morning")
            rig.tap("q")
            assert rig.wait_exit(10) == 0
            assert [problem for problem in rig.unrestored() if "alternate" not in problem] == []


@pytest.mark.parametrize("type_", ["linux", "vt100", "xterm"])
def test_what_the_environment_says_of_the_size_is_not_believed(binary: Path, env, home: Path, type_: str) -> None:
    """Shells and their libraries export the size that the terminal had when they began."""
    stale = {"TERM": type_, "LINES": "24", "COLUMNS": "80"}
    with translator(lambda text: f"translated {text}") as server:
        options = configure(home, server.url)
        with Rig([str(binary), *options], cols=100, rows=30, profile="plain", env=env | stale) as rig:
            rig.wait_for(r"English → Español", 20)
            say(rig, "good morning", r"translated good morning")
            rig.tap("q")
            assert rig.wait_exit(10) == 0
            assert [problem for problem in rig.unrestored() if "alternate" not in problem] == []


@pytest.mark.parametrize("type_", ["dumb", "unknown", "nonsense-terminal"])
def test_a_terminal_that_can_not_draw_is_told_what_to_do(binary: Path, env, type_: str) -> None:
    done = subprocess.run(["script", "-qec", f"{binary} --from en --to es", "/dev/null"], env=env | {"TERM": type_},
                          capture_output=True, text=True, timeout=30, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    assert "--linear" in done.stdout and "TERM" in done.stdout


@pytest.mark.parametrize(("locale", "source", "charset"), [
    ("C", None, None), ("C.UTF-8", None, None), ("en_US.ISO-8859-1", "en_US", "ISO-8859-1"),
    ("ja_JP.UTF-8", "ja_JP", "UTF-8")])
def test_the_screen_is_the_same_in_every_locale(binary: Path, env, home: Path, locale: str, source: str | None,
                                                charset: str | None) -> None:
    if source:
        subprocess.run(["localedef", "-i", source, "-f", charset, home / locale], check=True, capture_output=True)
    with translator(lambda text: SCRIPTS[text]) as server:
        options = configure(home, server.url)
        with Rig([str(binary), *options], cols=100, rows=30, profile="kitty",
                 env=env | {"LC_ALL": locale, "LOCPATH": str(home) if source else "/usr/lib/locale"}) as rig:
            rig.wait_for(r"│ EN→ES", 20)
            say(rig, "one", r"駅はどこですか")
            assert re.search(r"^┌─ Conversation ─+┬─ Speak to ─+┐", rig.text(), re.M)
            rig.tap("q")
            assert rig.wait_exit(10) == 0


def test_a_multiplexer_agrees_about_the_width_of_every_script(binary: Path, env, home: Path) -> None:
    def tmux(*words: str) -> str:
        command = ["tmux", "-f", "/dev/null", "-S", str(home / "tmux"), *words]
        return subprocess.run(command, env=env, check=True, capture_output=True, text=True, timeout=20).stdout

    def shown(pattern: str) -> str:
        end = time.monotonic() + 20
        while not re.search(pattern, text := tmux("capture-pane", "-p", "-t", "0"), re.M):
            assert time.monotonic() < end, text
            time.sleep(0.05)
        return text

    with translator(lambda text: SCRIPTS[text]) as server:
        program = " ".join([str(binary), *configure(home, server.url)])
        tmux("-u", "new-session", "-d", "-x", "100", "-y", "40", program)
        try:
            shown(r"EN→ES +")
            for name, translation in SCRIPTS.items():
                tmux("send-keys", "-t", "0", "i")
                shown(r"Say:")
                tmux("send-keys", "-t", "0", name, "Enter")
                shown(rf"English  {name}\b")
                text = shown(rf"Español  {translation.split()[0]}")
        finally:
            tmux("kill-server")
    rows = [row for row in text.splitlines() if row.startswith("│")]
    assert len(rows) > 30
    # Every row has its frame where it belongs: a disagreement about one character would move or overwrite it.
    assert all(row.count("│") == 3 and row.endswith("│") for row in rows[:-2]), text


def test_a_storm_of_sizes_during_a_recording_leaves_the_recording_untouched(binary: Path, engine_env, audio_rig) -> None:
    rng = random.Random(7)
    recording = SPEECH / "en-pico_en-US-00.wav"
    with start(binary, engine_env | audio_rig.environment(), "en", "es", cols=120, rows=40) as rig:
        wait_ready(rig)
        rig.press("space")
        rig.wait_for(r"REC", 5)
        audio_rig("say", recording)
        end = time.monotonic() + recording.stat().st_size / 32000 + 0.5
        count = 0
        while time.monotonic() < end:
            rig._size(*rng.choice([(1, 1), (2, 3), (20, 6), (40, 12), (200, 60), (79, 23), (1, 40)]))
            os.kill(rig.proc.pid, signal.SIGWINCH)
            count += 1
            time.sleep(0.005)
        rig.resize(160, 40)
        rig.release("space")
        rig.wait_for(READY, 60)
        rig.wait_for(r"Español.+\w", 30)
        assert count > 20
        assert word_error(sentence(recording), newest_turn(rig, "en", "es")[0]) <= 0.30
        rig.tap("q")
        assert rig.wait_exit(5) == 0
        rig.assert_restored()


def test_colours_are_used_and_NO_COLOR_is_heeded(binary: Path, env, home: Path) -> None:
    colours = {}
    for name, more in [("colour", {}), ("none", {"NO_COLOR": "1"})]:
        with Rig([str(binary), "--config", "/dev/null", "--capture", "none", "--backend", "engine"], cols=100, rows=30,
                 profile="kitty", env=env | more) as rig:
            rig.wait_for(r"no microphone", 20)
            rig.wait_quiet(0.3)
            colours[name] = {cell.fg for y in range(30) for cell in (rig.cell(x, y) for x in range(100))}
            rig.tap("q")
            rig.wait_exit(10)
    assert "red" in colours["colour"]
    assert colours["none"] == {"default"}


def test_the_mouse_wheel_scrolls_and_the_end_is_a_key_away(binary: Path, env, home: Path) -> None:
    with translator(lambda text: f"translated {text}") as server:
        with Rig([str(binary), *configure(home, server.url)], cols=100, rows=20, profile="kitty", env=env) as rig:
            rig.wait_for(r"EN→ES", 20)
            for number in range(8):
                say(rig, f"sentence number {number}", f"translated sentence number {number}")
            assert "number 0" not in rig.text()
            for _ in range(12):
                rig.send("\x1b[<64;10;10M")
            rig.wait_for(r"translated sentence number 0", 5)
            rig.wait_for(r"G: newest", 5)
            rig.tap("shift+g")
            rig.wait_for(r"translated sentence number 7", 5)
            rig.tap("q")
            assert rig.wait_exit(5) == 0
            rig.assert_restored()


class WideFrames(Rig):
    """A terminal in an East Asian setting: it draws the lines of a frame in two columns."""

    def _answer(self, what: str, reply: str | None) -> None:
        super()._answer(what, "\x1b[1;3R" if what == "DSR" else reply)


def test_where_frames_would_be_torn_they_are_drawn_in_ascii(binary: Path, env, home: Path) -> None:
    with translator(lambda text: f"translated {text}") as server:
        for kind, frame in [(WideFrames, r"^\+- Conversation -+\+"), (Rig, r"^┌─ Conversation ─+┬")]:
            with kind([str(binary), *configure(home, server.url)], cols=100, rows=30, profile="kitty", env=env) as rig:
                rig.wait_for(frame, 20)
                rig.tap("q")
                assert rig.wait_exit(5) == 0
