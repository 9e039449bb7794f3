"""The talk key in every kind of terminal, played by the pty rig: one take per hold, no sample of it missing, and the
screen says how holding is told and why."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path

import pytest
from clocked_microphone import ClockedMicrophone, takes, wait_for_takes
from holding_fixtures import begin, Begin, env, joined, leave, microphone, REASONS, WITH_RELEASES, WITHOUT_RELEASES  # noqa: F401
from program import READY, SPEECH, hold_and_say, start, wait_ready
from ptyrig import Rig


@pytest.mark.parametrize("profile", WITH_RELEASES + WITHOUT_RELEASES)
def test_a_hold_is_one_take_and_the_help_says_how_it_was_told(begin: Begin, profile: str, home: Path,
                                                              microphone: ClockedMicrophone) -> None:
    with begin(profile) as rig:
        microphone.next_speech(0.9)
        rig.press("space")
        pressed = time.monotonic()
        rig.play([(0.66 + number * 0.04, ("space", 2)) for number in range(30)])
        rig.wait_for(r"REC \d:\d\d", 5)
        released = time.monotonic()
        rig.release("space")
        found = wait_for_takes(home, 1)
        span = microphone.span(found[0])
        assert len(found) == 1
        assert span.begin <= pressed and released <= span.end <= released + 2
        rig.tap("?")
        rig.wait_for(r"holding", 5)
        assert re.search(REASONS[profile], joined(rig))
        assert bool(re.search(r"repeats begin after [5-9]\d\d ms", joined(rig))) == (profile in WITHOUT_RELEASES)
        rig.tap("?")
        leave(rig)


@pytest.mark.parametrize("profile", ["kitty", "plain"])
def test_an_answer_that_comes_late_is_no_key_and_is_taken_up_while_the_key_is_held(
        binary: Path, env: dict[str, str], home: Path, microphone: ClockedMicrophone, profile: str) -> None:
    command = [str(binary), "--from", "en", "--to", "es"]
    with Rig(command, cols=160, rows=40, profile=profile, env=env, answer_delay=4) as rig:
        rig.wait_for(r", warm", 3.5)
        microphone.wait_open()
        before = rig.text()
        rig.press("space")
        rig.wait_for(r"REC", 3)
        # The terminal begins to tell repeats and releases in the middle of the hold, where it can.
        while not rig.queries or time.monotonic() < rig.t0 + 5.5:
            rig.repeat("space")
            time.sleep(0.04)
        assert len(takes(home)) == 1
        rig.release("space")
        assert len(wait_for_takes(home, 1)) == 1
        rig.tap("?")
        rig.wait_for(r"holding", 5)
        assert re.search(REASONS[profile], joined(rig))
        rig.tap("?")
        assert "Quit?" not in before + rig.text()
        leave(rig)


def test_what_was_learned_of_a_terminal_is_known_at_the_next_start(begin: Begin, home: Path) -> None:
    with begin("plain") as rig:
        rig.hold("space", 1.5, delay=0.3, hz=30)
        wait_for_takes(home, 1)
        leave(rig)
    learned = (home / "state/voice-translator/terminals.toml").read_text()
    numbers = re.fullmatch(r'"xterm-256color" = \{ first_gap_ms = (\d+), interval_ms = (\d+) \}\n', learned)
    assert numbers and 150 <= int(numbers[1]) <= 450 and 25 <= int(numbers[2]) <= 150, learned
    with begin("plain") as rig:
        rig.tap("?")
        rig.wait_for(r"Learned", 5)
        assert f"repeats begin after {numbers[1]} ms and come every {numbers[2]} ms" in joined(rig)
        rig.tap("?")
        leave(rig)
    # Another terminal's is not.
    with begin("tmux") as rig:
        rig.tap("?")
        rig.wait_for(r"Nothing is learned", 5)
        rig.tap("?")
        leave(rig)


@pytest.mark.parametrize("profile", ["kitty", "plain"])
def test_after_a_discarded_recording_the_key_still_held_starts_nothing(begin: Begin, profile: str, home: Path) -> None:
    with begin(profile) as rig:
        rig.press("space")
        rig.wait_for(r"REC \d:\d\d", 5)
        rig.tap("Escape")
        rig.wait_for(r"Recording discarded", 5)
        for _ in range(30):
            rig.repeat("space")
            time.sleep(0.04)
        rig.release("space")
        time.sleep(1.2)
        assert takes(home) == []
        rig.press("space")
        rig.wait_for(r"REC \d:\d\d", 5)
        rig.tap("Escape")
        rig.wait_for(r"Recording discarded", 5)
        rig.release("space")
        rig.tap("q")
        assert rig.wait_exit(10) == 0
        rig.assert_restored()
    assert takes(home) == []


@pytest.mark.parametrize("profile", ["kitty", "plain"])
def test_a_recording_that_reaches_its_limit_is_sent_after_a_countdown_and_no_other_begins(
        binary: Path, env: dict[str, str], home: Path, microphone: ClockedMicrophone, profile: str) -> None:
    with start(binary, env | {"VOICE_TRANSLATOR_HOLD_LIMIT_S": "5"}, "en", "es", profile=profile) as rig:
        rig.wait_for(r", warm", 20)
        microphone.wait_open()
        rig.press("space")
        begun = time.monotonic()
        seen = set()
        while time.monotonic() < begun + 7:
            rig.repeat("space")
            seen |= set(re.findall(r"(\d) s left", rig.text()))
            time.sleep(0.04)
        rig.release("space")
        found = wait_for_takes(home, 1)
        assert len(found) == 1
        span = microphone.span(found[0])
        assert 5 <= span.end - span.begin <= 7
        assert {"4", "3", "2"} <= seen
        leave(rig)


@pytest.mark.parametrize(("profile", "pause"), [("kitty", 0.1), ("plain", 0.9)])
def test_the_key_may_be_pressed_again_right_after_its_release(begin: Begin, home: Path, microphone: ClockedMicrophone,
                                                              profile: str, pause: float) -> None:
    with begin(profile) as rig:
        for _ in range(3):
            rig.hold("space", 1.2)
            time.sleep(pause)
        found = wait_for_takes(home, 3)
        spans = [microphone.span(take) for take in found]
        assert len(spans) == 3
        # No sample is in two takes.
        assert all(before.end <= after.begin + 0.001 for before, after in zip(spans, spans[1:], strict=False))
        leave(rig)


def test_a_press_while_the_translation_is_spoken_stops_it_and_records(binary: Path, engine_env: dict[str, str],
                                                                      audio_rig) -> None:
    with start(binary, engine_env | audio_rig.environment(), "en", "es") as rig:
        wait_ready(rig)
        hold_and_say(rig, audio_rig, SPEECH / "en-pico_en-US-00.wav")
        rig.wait_for(r"speaking", 60)
        rig.press("space")
        rig.wait_for(r"REC \d:\d\d", 5)
        assert "speaking" not in rig.text()
        rig.tap("Escape")
        rig.release("space")
        rig.wait_for(READY, 10)
        rig.tap("q")
        assert rig.wait_exit(10) == 0


def test_every_change_of_a_take_is_seen(begin: Begin, home: Path) -> None:
    with begin("plain") as rig:
        rig.press("space")
        rig.wait_for(r"REC \S+ .*let go of SPACE to send", 5)
        rig.wait_for(r"REC \S+ latched .*tap SPACE to send", 5)
        # Very late repeats: it was held after all.
        for _ in range(100):
            rig.send(" ")
            time.sleep(0.05)
            if re.search(r"REC \S+ .*let go of SPACE to send", rig.text()):
                break
        else:
            raise AssertionError(rig.text())
        rig.wait_for(r"sending|unreachable|waiting", 10)
        assert len(wait_for_takes(home, 1)) == 1
        leave(rig)


def test_a_terminal_that_takes_no_output_for_a_while_fakes_no_release(begin: Begin, home: Path) -> None:
    with begin("plain") as rig:
        rig.press("space")
        for count in range(140):
            if count == 20:
                # The rig reads nothing: the program waits in the middle of a frame.
                rig.lock.acquire()
            if count == 120:
                rig.lock.release()
            if count > 10:
                rig.repeat("space")
            time.sleep(0.04)
        assert len(takes(home)) == 1
        found = wait_for_takes(home, 1)
        assert len(found) == 1
        leave(rig)


@pytest.mark.parametrize("profile", ["kitty", "plain"])
def test_suspending_in_the_middle_of_a_hold_keeps_the_take_and_the_key_starts_no_other(
        binary: Path, env: dict[str, str], home: Path, microphone: ClockedMicrophone, profile: str) -> None:
    shell = ["bash", "--norc", "--noprofile", "--noediting", "-i"]
    with Rig(shell, cols=160, rows=40, profile=profile, env=env | {"PS1": "PROMPT>"}) as rig:
        rig.wait_for(r"PROMPT>", 10)
        rig.send(f"'{binary}' --from en --to es\r")
        rig.wait_for(r", warm", 20)
        microphone.wait_open()
        rig.press("space")
        rig.wait_for(r"REC 0:01", 5)
        child = Path(f"/proc/{rig.proc.pid}/task/{rig.proc.pid}/children").read_text().split()
        os.kill(int(child[0]), signal.SIGTSTP)
        rig.wait_for(r"Stopped", 10)
        rig.assert_restored()
        assert len(wait_for_takes(home, 1)) == 1
        rig.send("fg\r")
        for _ in range(60):
            rig.repeat("space")
            time.sleep(0.04)
        rig.wait_for(r"voice-translator +[A-Z]", 10)
        rig.release("space")
        time.sleep(1.2)
        assert len(takes(home)) == 1
        rig.hold("space", 1.2)
        assert len(wait_for_takes(home, 2)) == 2
        rig.tap("q")
        rig.tap("Return")
        rig.wait_for(r"PROMPT>$", 10)
        rig.send("exit\r")
        assert rig.wait_exit(10) == 0
