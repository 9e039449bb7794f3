"""A whole conversation by keys, in each kind of terminal: speech, corrections, two sides, the lines, the menu."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from program import READY, SPEECH, hold_and_say, newest_turn, start, wait_ready
from ptyrig import Rig
from screens import configure, say, translator


@pytest.mark.parametrize("profile", ["kitty", "plain", "tmux"])
def test_a_conversation_goes_by_keys_alone(binary: Path, engine_env, audio_rig, profile: str) -> None:
    env = engine_env | audio_rig.environment()
    with start(binary, env, "en", "es", profile=profile) as rig:
        wait_ready(rig)
        hold_and_say(rig, audio_rig, SPEECH / "en-pico_en-US-00.wav")
        rig.wait_for(r"speaking", 30)
        rig.wait_for(READY, 30)
        assert "train station" in newest_turn(rig, "en", "es")[0]

        rig.tap("b")
        rig.wait_for(r"│ +back +\w.*\w", 20)
        rig.tap("e")
        rig.wait_for(r"Heard: .*train station", 5)
        for _ in range(3):
            rig.send("\x17")  # Ctrl+W, as every terminal sends it
        rig.type("airport?\n")
        rig.wait_for(r"airport\? \(corrected\)", 20)
        rig.wait_for(r"aeropuerto", 20)
        rig.wait_for(READY, 30)

        rig.tap("2")
        rig.wait_for(r"EN⇄ES +ready", 5)
        rig.tap("Return")
        rig.wait_for(r"ES→EN +REC 0:0\d\.\d", 5)
        rig.tap("Escape")
        rig.wait_for(r"Recording discarded", 5)
        rig.tap("2")
        rig.wait_for(READY, 5)

        say(rig, "Good morning.", r"Español +\S+ d.a")
        rig.wait_for(READY, 30)
        rig.tap("l")
        rig.wait_for(r">\d\d:\d\d +English +Good", 5)
        rig.tap("/")
        rig.type("aero\n")
        rig.wait_for(r">\d\d:\d\d +English .*airport", 5)
        rig.tap("Escape")
        rig.wait_for(r"SPACE talk", 5)

        rig.send("?")
        rig.wait_for(r"Commands", 5)
        rig.tap("Escape")
        rig.wait_for(r"Conversation", 5)
        rig.send("P")
        rig.wait_for(r"Conversation, private", 5)
        rig.tap("n")
        rig.wait_for(r"A new conversation", 5)
        assert "Good morning" not in rig.text()
        rig.tap("q")
        assert rig.wait_exit(5) == 0
        rig.assert_restored()


@pytest.fixture
def env(engine_env: dict[str, str]) -> dict[str, str]:
    """A program with a key for its service."""
    return engine_env | {"CLOUD_KEY": "sk-1"}


def selected(rig: Rig) -> str:
    """The row of the menu that the cursor is on."""
    found = re.search(r"^│ > (.*?) *│", rig.text(), re.M)
    return found[1] if found else ""


def step(rig: Rig, key: str) -> None:
    """Moves the cursor by one row, and waits until it is there."""
    before = selected(rig)
    rig.tap(key, 0.01)
    end = time.monotonic() + 10
    while selected(rig) == before and time.monotonic() < end:
        time.sleep(0.005)


def test_every_letter_command_is_in_the_menu_and_done_by_Enter(binary: Path, env, home: Path) -> None:
    with translator(lambda text: f"translated {text}") as server:
        with Rig([str(binary), *configure(home, server.url)], cols=100, rows=30, profile="kitty", env=env) as rig:
            rig.wait_for(r"EN→ES", 20)
            say(rig, "good morning", r"translated good morning")
            rig.send("?")
            rig.wait_for(r"Commands", 5)
            seen: list[str] = []
            while (row := selected(rig)) and "latched" not in row:
                seen.append(row.split()[0])
                step(rig, "Down")
            assert {"+", "f", "2", "a", "i", "e", "r", "R", "b", "y", "M", "F", "t", "P", "n", "c", "l", "!", "?",
                    "q"} <= set(seen)
            while not selected(rig).startswith("i "):
                step(rig, "Up")
            rig.tap("Return")
            rig.wait_for(r"Say:", 5)
            rig.tap("Escape")
            rig.tap("q")
            assert rig.wait_exit(5) == 0


def test_keys_can_be_bound_anew_and_what_is_wrong_with_them_is_said(binary: Path, env, home: Path) -> None:
    with translator(lambda text: f"translated {text}") as server:
        options = configure(home, server.url, '[ui]\ntheme = "high_contrast"\nkeys = { type = "w", quit = ["f10", "ctrl+q"] }')
        with Rig([str(binary), *options], cols=100, rows=30, profile="kitty", env=env) as rig:
            rig.wait_for(r"w type", 20)
            rig.tap("q")
            rig.tap("w")
            rig.wait_for(r"Say:", 5)
            rig.tap("Escape")
            rig.tap("ctrl+q")
            assert rig.wait_exit(5) == 0
        for keys, words in [('{ quitt = "x" }', "did you mean 'quit'"), ('{ quit = "r" }', "the same key 'r'"),
                            ('{ quit = "hyper+x" }', "no key"), ('{ quit = 3 }', "holds")]:
            options = configure(home, server.url, f"[ui]\nkeys = {keys}")
            with Rig([str(binary), *options], cols=160, rows=30, env=env) as rig:
                assert rig.wait_exit(10) == 2
                assert words in rig.text().replace("\n", "") and "ui.keys" in rig.text()


def test_shortcuts_go_by_their_place_on_other_layouts(binary: Path, env, home: Path) -> None:
    with translator(lambda text: f"translated {text}") as server:
        with Rig([str(binary), *configure(home, server.url)], cols=100, rows=30, profile="kitty", env=env) as rig:
            rig.wait_for(r"EN→ES", 20)
            rig.send("\x1b[1096::105;;1096u\x1b[1096::105;1:3u")  # the key of i under a Russian layout
            rig.wait_for(r"Say:", 5)
            rig.send("\x1b[1087::103;;1087u\x1b[1087::103;1:3u")
            rig.wait_for(r"Say: п", 5)
            rig.tap("Escape")
            rig.send("\x1b[1081::113;;1081u\x1b[1081::113;1:3u")  # q
            assert rig.wait_exit(5) == 0


def test_copying_goes_through_the_terminal_and_asks_nothing_of_it(binary: Path, env, home: Path) -> None:
    with translator(lambda text: "¡Buenos días!") as server:
        with Rig([str(binary), *configure(home, server.url)], cols=100, rows=30, profile="kitty", env=env) as rig:
            rig.wait_for(r"EN→ES", 20)
            say(rig, "good morning", r"Buenos días")
            rig.tap("y")
            rig.wait_for(r"Copied", 5)
            assert "\x1b]52;c;wqFCdWVub3MgZMOtYXMh\x1b\\".encode() in bytes(rig.raw)
            rig.tap("q")
            assert rig.wait_exit(5) == 0


def test_quitting_asks_while_a_turn_runs_and_ctrl_c_twice_does_not(binary: Path, env, home: Path) -> None:
    def slowly(text: str) -> str:
        time.sleep(20)
        return text

    with translator(slowly) as server:
        with Rig([str(binary), *configure(home, server.url)], cols=100, rows=30, profile="kitty", env=env) as rig:
            rig.wait_for(r"EN→ES", 20)
            say(rig, "good morning", r"translating")
            rig.tap("q")
            rig.wait_for(r"still going on. Quit\?", 5)
            rig.tap("x")
            rig.wait_for(r"translating", 5)
            rig.tap("ctrl+c")
            rig.wait_for(r"Press Ctrl\+C again", 5)
            rig.tap("ctrl+c")
            assert rig.wait_exit(10) == 0
            rig.assert_restored()
