"""Which key is held to talk, and what tells that it is let go: other keys, other layouts, an input device; and what
the doctor says of it."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import time
from pathlib import Path

import pytest
from clocked_microphone import ClockedMicrophone, takes, wait_for_takes
from holding_fixtures import begin, Begin, env, joined, leave, microphone, REASONS  # noqa: F401
from program import start
from ptyrig import Rig


def test_a_shortcut_goes_by_the_key_s_place_where_the_layout_writes_other_letters(begin: Begin) -> None:
    with begin("kitty") as rig:
        # The key that writes q on a US keyboard, under a Russian layout.
        rig.send("\x1b[1081::113;;1081u")
        assert rig.wait_exit(10) == 0
        rig.assert_restored()


@pytest.mark.parametrize("key", ["v", "F9"])
def test_another_talk_key_is_named_on_the_screen_and_space_is_none(begin: Begin, home: Path, key: str) -> None:
    with begin("kitty", "--talk-key", key) as rig:
        rig.wait_for(rf"{key} talk", 5)
        rig.tap("space")
        rig.press(key)
        rig.wait_for(rf"release {key} to send", 5)
        time.sleep(0.3)
        rig.release(key)
        assert len(wait_for_takes(home, 1)) == 1
        leave(rig)


def test_the_second_side_has_a_key_of_its_own(binary: Path, env: dict[str, str], home: Path,
                                              microphone: ClockedMicrophone) -> None:
    with start(binary, env | {"VOICE_TRANSLATOR_HOLD_KEY_B": "f10"}, "en", "es") as rig:
        rig.wait_for(r", warm", 20)
        microphone.wait_open()
        rig.tap("F10")
        rig.tap("2")
        rig.wait_for(r"SPACE is for English, F10 for Español", 5)
        rig.press("F10")
        rig.wait_for(r"ES→EN .*release F10 to send", 5)
        rig.press("space")
        rig.release("space")
        rig.release("F10")
        assert len(wait_for_takes(home, 1)) == 1
        leave(rig)


def test_the_talk_key_is_text_while_text_is_typed(begin: Begin, home: Path) -> None:
    with begin("kitty") as rig:
        rig.tap("/")
        rig.type("a b")
        rig.wait_for(r"/ ?a b", 5)
        # Composed by an input method: text without a key.
        rig.send("\x1b[0;;233u")
        rig.wait_for(r"/ ?a bé", 5)
        rig.tap("Escape")
        leave(rig)
    assert takes(home) == []


def test_a_talk_key_that_the_terminal_does_not_tell_of_is_said(begin: Begin) -> None:
    with begin("plain", "--talk-key", "right_ctrl") as rig:
        rig.wait_for(r"doesn't tell of Right Ctrl", 5)
        leave(rig)


def test_an_input_device_tells_the_hold_and_the_terminal_s_repeats_mean_nothing(
        begin: Begin, home: Path, microphone: ClockedMicrophone) -> None:
    fifo = home / "events"
    os.mkfifo(fifo)
    device = os.open(fifo, os.O_RDWR)

    def tell(code: int, value: int) -> None:
        os.write(device, struct.pack("llHHi", 0, 0, 1, code, value) + struct.pack("llHHi", 0, 0, 0, 0, 0))

    with begin("plain", "--hold-source", f"evdev:{fifo}") as rig:
        rig.tap("?")
        rig.wait_for(r"releases are told", 5)
        assert f"{fifo} tells them (evdev)" in joined(rig)
        rig.tap("?")
        for count in (1, 2):
            tell(57, 1)
            rig.send(" ")
            pressed = time.monotonic()
            rig.wait_for(r"release SPACE to send", 5)
            time.sleep(1.5)
            released = time.monotonic()
            tell(57, 0)
            found = wait_for_takes(home, count)
            assert len(found) == count
            span = microphone.span(found[-1])
            assert span.begin <= pressed and released <= span.end <= released + 1
        # Typed into another program; and another key.
        rig.focus(False)
        time.sleep(0.3)
        tell(57, 1)
        tell(57, 0)
        time.sleep(0.3)
        rig.focus(True)
        tell(16, 1)
        tell(16, 0)
        time.sleep(0.5)
        assert len(takes(home)) == 2
        os.close(device)
        rig.wait_for(r"The input device is gone", 5)
        rig.hold("space", 1.5)
        assert len(wait_for_takes(home, 3)) == 3
        leave(rig)


def test_an_input_device_that_can_t_be_read_is_named_and_the_terminal_tells(begin: Begin, home: Path) -> None:
    with begin("kitty", "--hold-source", f"evdev:{home}/nothing") as rig:
        rig.wait_for(r"nothing can't be read: No such file", 5)
        rig.hold("space", 0.5)
        assert len(wait_for_takes(home, 1)) == 1
        leave(rig)


@pytest.mark.parametrize("profile", ["kitty", "plain", "mute"])
def test_the_doctor_says_how_the_talk_key_is_told(binary: Path, env: dict[str, str], profile: str) -> None:
    with Rig(["sh", "-c", f"{binary} doctor; exec sleep 60"], cols=150, rows=30, profile=profile, env=env) as rig:
        rig.wait_for(r"talk key.*\.$", 20)
        line = next(line for line in rig.lines() if "talk key" in line)
        assert re.search(REASONS[profile], line), line
        rig.assert_restored()


def test_the_doctor_without_a_terminal_says_that_it_could_not_ask(binary: Path, env: dict[str, str]) -> None:
    with subprocess.Popen([binary, "doctor"], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          text=True) as doctor:
        assert doctor.stdout
        assert any("talk key: not asked, because this is no terminal" in line for line in doctor.stdout)
