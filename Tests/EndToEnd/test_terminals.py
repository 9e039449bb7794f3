"""Holding the talk key in real terminals, pressed by X11 or Wayland events: one take per hold, no sample of it is
missing, and it ends soon after the release."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from clocked_microphone import ClockedMicrophone, Span, wait_for_takes
from holding import busy_loops, false_ends
from wayland_terminal import WaylandTerminal
from x11_terminal import RealTerminal, X11Terminal

# Each with the X server's auto-repeat: its own, fast, slow, and none.
WITHOUT_RELEASES = [("xterm", None), ("xterm", (250, 33)), ("xterm", (1000, 10)), ("xterm", False),
                    ("xterm+tmux", None)]
X11 = [("kitty", None), *WITHOUT_RELEASES]
Start = Callable[..., X11Terminal]


def name(terminal: tuple[str, object]) -> str:
    return "-".join(map(str, terminal))


@pytest.fixture
def microphone(audio_card, home: Path) -> ClockedMicrophone:
    return ClockedMicrophone(audio_card, home)


@pytest.fixture
def command(binary: Path) -> list[str]:
    return [str(binary), "--from", "en", "--to", "es"]


@pytest.fixture
def env(engine_env: dict[str, str], microphone: ClockedMicrophone, home: Path) -> dict[str, str]:
    """Without an engine every take stays on disk, where it can be looked at."""
    return engine_env | microphone.environment | {"VOICE_TRANSLATOR_ENGINE_SOCKET": str(home / "no-engine")}


@pytest.fixture
def start(command: list[str], env: dict[str, str], home: Path, microphone: ClockedMicrophone) -> Iterator[Start]:
    """Starts the program in a terminal of X11."""
    terminals: list[X11Terminal] = []

    def start(kind: str, repeat: object = None) -> X11Terminal:
        folder = home / "terminal"
        folder.mkdir()
        terminals.append(X11Terminal(kind, command, env, folder, repeat))
        microphone.wait_open()
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.close()


def quit_and_check(terminal: RealTerminal) -> None:
    """Leaves the program, which asks because turns wait for their engine."""
    terminal.tap("q")
    terminal.tap("Return")
    assert terminal.wait_exit(10) == 0
    terminal.assert_modes_restored()


def assert_holds(take: Span, inside: Span, slack: float) -> None:
    """A take has all of a span, and at most so many seconds more after it."""
    assert take.begin <= inside.begin and inside.end <= take.end <= inside.end + slack, (take, inside)


@pytest.mark.parametrize("which", X11, ids=name)
def test_a_hold_is_one_take_and_no_sample_of_it_is_missing(start: Start, which, home: Path,
                                                           microphone: ClockedMicrophone) -> None:
    terminal = start(*which)
    # Held past the first repeat, whenever that comes.
    lead = 1.8 if which[1] == (1000, 10) else 0.9
    for count in (1, 2):
        microphone.next_speech(lead)
        begin, end = terminal.hold("space", lead + microphone.speech + 0.2)
        found = wait_for_takes(home, count)
        assert len(found) == count
        # Without any repeats it ends by itself, one second after the speech.
        assert_holds(microphone.span(found[-1]), Span(begin, end if which[1] is not False else end - 0.2), 2.0)
    quit_and_check(terminal)
    assert len(wait_for_takes(home, 2)) == 2


@pytest.mark.parametrize("which", WITHOUT_RELEASES, ids=name)
def test_a_word_in_a_hold_shorter_than_the_first_gap_is_sent_without_another_key(
        start: Start, which, home: Path, microphone: ClockedMicrophone) -> None:
    terminal = start(*which)
    said = microphone.next_speech(lead=0.05)
    terminal.press("space")
    time.sleep(0.15)
    terminal.release("space")
    found = wait_for_takes(home, 1)
    assert len(found) == 1
    assert_holds(microphone.span(found[0]), said, 3.0)
    quit_and_check(terminal)


@pytest.mark.parametrize("which", [("kitty", None), ("xterm", None), ("xterm+tmux", None)], ids=name)
def test_a_tap_records_until_the_next_one(start: Start, which, home: Path, microphone: ClockedMicrophone) -> None:
    terminal = start(*which)
    said = microphone.next_speech()
    terminal.tap("space")
    time.sleep(max(0.0, said.end + 0.2 - time.monotonic()))
    terminal.tap("space")
    found = wait_for_takes(home, 1)
    assert len(found) == 1
    assert_holds(microphone.span(found[0]), said, 2.0)
    quit_and_check(terminal)


@pytest.mark.parametrize("which", [("kitty", None), ("xterm", None)], ids=name)
def test_locks_another_key_and_shift_during_a_hold_cut_nothing(start: Start, which, home: Path,
                                                               microphone: ClockedMicrophone) -> None:
    terminal = start(*which)
    terminal.tap("Num_Lock")
    terminal.tap("Caps_Lock")
    said = microphone.next_speech(lead=0.9)
    terminal.press("space")
    time.sleep(0.5)
    terminal.press("shift")
    terminal.tap("Down")
    time.sleep(max(0.0, said.end + 0.1 - time.monotonic()))
    terminal.release("space")
    terminal.release("shift")
    found = wait_for_takes(home, 1)
    assert len(found) == 1
    assert_holds(microphone.span(found[0]), said, 2.5)
    terminal.tap("Caps_Lock")
    quit_and_check(terminal)


@pytest.mark.parametrize("which", [("kitty", None), ("xterm", None), ("xterm+tmux", None)], ids=name)
def test_losing_the_focus_ends_the_take_and_the_key_still_held_starts_no_other(
        start: Start, which, home: Path, microphone: ClockedMicrophone) -> None:
    terminal = start(*which)
    said = microphone.next_speech()
    terminal.press("space")
    time.sleep(max(0.0, said.end + 0.1 - time.monotonic()))
    terminal.focus(False)
    found = wait_for_takes(home, 1)
    assert_holds(microphone.span(found[0]), said, 2.5)
    terminal.focus(True)
    time.sleep(1.5)
    terminal.release("space")
    assert wait_for_takes(home, 1) == found and len(found) == 1
    said = microphone.next_speech(lead=0.9)
    terminal.press("space")
    time.sleep(max(0.0, said.end + 0.1 - time.monotonic()))
    terminal.release("space")
    found = wait_for_takes(home, 2)
    assert len(found) == 2
    assert_holds(microphone.span(found[1]), said, 2.5)
    quit_and_check(terminal)


def test_a_hold_in_foot_is_one_take_and_no_sample_of_it_is_missing(command, env, home: Path,
                                                                   microphone: ClockedMicrophone) -> None:
    folder = home / "terminal"
    folder.mkdir()
    with WaylandTerminal(command, env, folder) as terminal:
        microphone.wait_open()
        for count in (1, 2):
            said = microphone.next_speech(lead=0.9)
            terminal.hold("space", 0.7 + microphone.speech + 0.4)
            found = wait_for_takes(home, count)
            assert len(found) == count
            assert_holds(microphone.span(found[-1]), said, 2.0)
        quit_and_check(terminal)


def test_no_hold_ends_too_early_on_a_busy_machine(binary: Path, engine_env: dict[str, str], audio_card,
                                                  home: Path) -> None:
    # The short form of hold_soak.py.
    folder = home / "busy"
    folder.mkdir()
    with busy_loops():
        assert false_ends("xterm", binary, engine_env, audio_card, folder, 6) == []
