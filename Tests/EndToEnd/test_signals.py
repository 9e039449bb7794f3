"""Signals and crashes, one and several at once, on any thread: the terminal is as it was: screen, both stacks of
keyboard flags, focus and paste reports, cursor, modes. What was being said is kept."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import threading
import time
import wave
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from clocked_microphone import ClockedMicrophone, takes
from program import start
from ptyrig import Rig

ENDING = [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT]
CRASHES = [signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGTRAP]
Begin = Callable[[], AbstractContextManager[Rig]]


@pytest.fixture
def begin(binary: Path, engine_env: dict[str, str], audio_card, home: Path) -> Begin:
    """Starts the program, without an engine, in kitty."""
    microphone = ClockedMicrophone(audio_card, home, seconds=10)
    env = engine_env | microphone.environment | {"VOICE_TRANSLATOR_ENGINE_SOCKET": str(home / "no-engine")}

    def begin() -> Rig:
        rig = start(binary, env, "en", "es")
        rig.wait_for(r", warm", 20)
        return rig
    return begin


@pytest.fixture
def probe() -> Path:
    """The program that crashes on purpose, which `swift build` and `swift test` make."""
    path = Path(__file__).resolve().parents[2] / ".build/debug/crash-probe"
    assert path.exists(), f"{path} is not built: run 'swift build'"
    return path


def seconds(recording: Path) -> float:
    with wave.open(str(recording)) as file:
        return file.getnframes() / file.getframerate()


def send(process: int, thread: int, number: int) -> bool:
    """Sends a signal to one thread, as a fault of that thread would. False: the thread has ended."""
    return ctypes.CDLL(None, use_errno=True).tgkill(process, thread, number) == 0


def blocks(process: int, thread: int, number: int) -> bool:
    """Whether a thread blocks a signal, or has ended."""
    try:
        status = Path(f"/proc/{process}/task/{thread}/status").read_text()
    except OSError:
        return True
    return int(re.search(r"SigBlk:\t(\w+)", status)[1], 16) >> number - 1 & 1 == 1


def threads(process: int) -> dict[int, str]:
    """The threads of a process by their ids, with their names; one that ends meanwhile is left out."""
    found = {}
    for task in Path(f"/proc/{process}/task").iterdir():
        try:
            found[int(task.name)] = (task / "comm").read_text().strip()
        except OSError:
            continue
    return found


@pytest.mark.parametrize("number", ENDING + CRASHES, ids=lambda number: number.name)
def test_the_terminal_is_restored_and_the_recording_kept(begin: Begin, home: Path, number: signal.Signals) -> None:
    with begin() as rig:
        rig.press("space")
        rig.wait_for(r"REC 0:0[1-9]", 10)
        rig.proc.send_signal(number)
        assert rig.wait_exit(10) == (130 if number in ENDING else -number)
        rig.assert_restored()
    assert [seconds(take) >= 1 for take in takes(home)] == [True]


def test_a_crash_on_any_thread_restores_the_terminal(begin: Begin) -> None:
    with begin() as rig:
        count = len(threads(rig.proc.pid))
    assert count >= 4
    for index in range(count):
        with begin() as rig:
            number = CRASHES[index % len(CRASHES)]
            # Some threads live for a moment only, such as those that look names up; and the threads of libdispatch
            # block SIGABRT, which abort(3) itself unblocks.
            name = ""
            while not name:
                found = [(tid, thread) for tid, thread in sorted(threads(rig.proc.pid).items())
                         if not blocks(rig.proc.pid, tid, number)]
                tid, thread = found[min(index, len(found) - 1)]
                name = thread if send(rig.proc.pid, tid, number) else ""
            assert rig.wait_exit(60) == -number, name
            rig.assert_restored()


@pytest.mark.parametrize("attempt", range(6))
def test_several_at_once_restore_it_too(begin: Begin, attempt: int) -> None:
    with begin() as rig:
        tids = list(threads(rig.proc.pid))
        numbers = ENDING + CRASHES
        ready = threading.Barrier(len(numbers))

        def strike(index: int) -> None:
            ready.wait()
            # Now and then the main thread is restoring already, which a crash finds half done.
            time.sleep((attempt % 3) * 0.0004 * index)
            send(rig.proc.pid, tids[(index + attempt) % len(tids)], numbers[index])

        strikes = [threading.Thread(target=strike, args=[index]) for index in range(len(numbers))]
        for thread in strikes:
            thread.start()
        for thread in strikes:
            thread.join()
        assert rig.wait_exit(10) != 0
        rig.assert_restored()


@pytest.mark.parametrize("place", ["main", "thread", "both"])
@pytest.mark.parametrize("kind", ["trap", "index", "overflow", "abort"])
def test_a_trap_of_swift_on_any_thread_restores_it(probe: Path, engine_env: dict[str, str], kind: str,
                                                   place: str) -> None:
    with Rig([str(probe), kind, place], profile="kitty", env=engine_env) as rig:
        assert -rig.wait_exit(20) in CRASHES
        assert b"\x1b[>31u" in rig.raw
        rig.assert_restored()
        if kind in ("trap", "index"):
            # What Swift says of it isn't drawn into the screen, and isn't lost.
            assert rig.raw.rindex(b"Fatal error") > rig.raw.rindex(b"\x1b[?1049l")


def test_a_crash_while_the_shell_has_the_terminal_leaves_it_alone(binary: Path, engine_env: dict[str, str]) -> None:
    shell = ["bash", "--norc", "--noprofile", "--noediting", "-i"]
    with Rig(shell, cols=100, rows=30, profile="kitty", env=engine_env | {"PS1": "PROMPT>"}) as rig:
        rig.wait_for(r"PROMPT>", 10)
        rig.send(f"'{binary}' --from en --to es\r")
        rig.wait_for(r"voice-translator +\w", 20)
        rig.wait_quiet(0.5, 10)
        rig.tap("ctrl+z")
        rig.wait_for(r"Stopped", 10)
        # The shell asks for something of its own meanwhile.
        rig.send("printf '\\033[>1u'\r")
        rig.wait_quiet(0.3, 5)
        child = Path(f"/proc/{rig.proc.pid}/task/{rig.proc.pid}/children").read_text().split()
        os.kill(int(child[0]), signal.SIGSEGV)
        os.kill(int(child[0]), signal.SIGCONT)
        rig.send("wait\r")
        rig.wait_for(r"Segmentation|SIGSEGV|PROMPT>wait", 10)
        rig.wait_quiet(0.5, 5)
        assert rig.stack[False][-1] == 1
        rig.send("printf '\\033[<u'\rexit\r")
        rig.wait_exit(10)
        rig.assert_restored()
