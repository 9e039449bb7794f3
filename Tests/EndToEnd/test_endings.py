"""However the program ends: the terminal is as it was, no process is left, and what was being said is kept."""

from __future__ import annotations

import os
import signal
import time
import wave
from pathlib import Path

import pytest
from program import READY, SPEECH, hold_and_say, newest_turn, processes, start, wait_ready
from ptyrig import Rig


def wait_until_gone(mark: str, timeout: float = 10) -> None:
    """Waits until no process with this mark is left."""
    end = time.monotonic() + timeout
    while (left := processes(mark)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not left, f"left running: {left}"


def kept_recordings(home: Path) -> list[float]:
    """Seconds of each recording that waits on disk; every one must be a whole WAVE file that only its owner reads."""
    seconds = []
    for path in sorted((home / "state/voice-translator/unsent").glob("*.wav")):
        assert path.stat().st_mode & 0o077 == 0
        with wave.open(str(path)) as recording:
            assert (recording.getframerate(), recording.getnchannels(), recording.getsampwidth()) == (16000, 1, 2)
            assert path.stat().st_size == 44 + recording.getnframes() * 2
            seconds.append(recording.getnframes() / 16000)
    return seconds


@pytest.fixture
def env(engine_env: dict[str, str], audio_rig) -> dict[str, str]:
    """The environment of a program with a sound card."""
    return engine_env | audio_rig.environment()


@pytest.mark.parametrize("profile", ["kitty", "plain"])
def test_q_leaves_nothing_behind(binary: Path, env, home: Path, profile: str) -> None:
    with start(binary, env, "en", "es", profile=profile) as rig:
        wait_ready(rig)
        rig.tap("q")
        assert rig.wait_exit(5) == 0
        rig.assert_restored()
    wait_until_gone(str(home / "run"))
    assert kept_recordings(home) == []


@pytest.mark.parametrize("number", [signal.SIGTERM])
def test_a_signal_while_recording_keeps_the_recording(binary: Path, env, home: Path, number: int) -> None:
    with start(binary, env, "en", "es") as rig:
        wait_ready(rig)
        rig.press("space")
        rig.wait_for(r"REC 0:0[12]\.", 5)
        rig.proc.send_signal(number)
        assert rig.wait_exit(5) == 130
        rig.assert_restored()
    wait_until_gone(str(home / "run"))
    assert kept_recordings(home)[0] >= 1.0


@pytest.mark.parametrize("number", [signal.SIGSEGV])
def test_a_crash_while_recording_restores_the_terminal_and_keeps_the_recording(binary: Path, env, home: Path,
                                                                               number: int) -> None:
    with start(binary, env, "en", "es") as rig:
        wait_ready(rig)
        rig.press("space")
        rig.wait_for(r"REC 0:0[12]\.", 5)
        rig.proc.send_signal(number)
        assert rig.wait_exit(5) == -number
        rig.assert_restored()
    wait_until_gone(str(home / "run"))
    assert kept_recordings(home)[0] >= 1.0


@pytest.mark.parametrize("repair", ["start", "doctor"])
def test_after_a_kill_the_next_start_or_the_doctor_repairs_the_terminal(binary: Path, env, home: Path,
                                                                        repair: str) -> None:
    again = f"{binary} --from en --to es" if repair == "start" else f"{binary} doctor --reset-terminal"
    with Rig(["sh", "-c", f"{binary} --from en --to es; {again}; exec sleep 60"], profile="kitty", cols=100, rows=30,
             env=env) as rig:
        wait_ready(rig)
        rig.press("space")
        rig.wait_for(r"REC 0:0[12]\.", 5)
        child = next(int(pid.name) for pid in Path("/proc").iterdir() if pid.name.isdigit()
                     and f"PPid:\t{rig.proc.pid}\n" in _status(pid))
        os.kill(child, signal.SIGKILL)
        if repair == "start":
            # The recording of the killed run is translated by itself; nothing was said in it.
            rig.wait_for(r"nothing was heard", 30)
            rig.release("space")
            rig.tap("q")
        end = time.monotonic() + 10
        while rig.unrestored() and time.monotonic() < end:
            time.sleep(0.05)
        rig.assert_restored()
        if repair == "doctor":
            assert kept_recordings(home)[0] >= 1.0
    wait_until_gone(str(home / "run"))


def _status(process: Path) -> str:
    try:
        return (process / "status").read_text()
    except OSError:
        return ""


def test_a_killed_engine_is_started_again_and_the_next_turn_works(binary: Path, env, home: Path, audio_rig) -> None:
    with start(binary, env, "en", "es") as rig:
        wait_ready(rig)
        engine = [pid for pid in Path("/proc").iterdir() if pid.name.isdigit() and _is_engine(pid, str(home / "run"))]
        assert len(engine) == 1
        os.kill(int(engine[0].name), signal.SIGKILL)
        rig.wait_for(r"engine stopped; it is started again", 10)
        wait_ready(rig)
        hold_and_say(rig, audio_rig, SPEECH / "en-pico_en-US-00.wav")
        rig.wait_for(r"speaking", 30)
        rig.wait_for(READY, 20)
        assert "train station" in newest_turn(rig, "en", "es")[0]
        rig.tap("q")
        assert rig.wait_exit(5) == 0
        rig.assert_restored()
    wait_until_gone(str(home / "run"))


def _is_engine(process: Path, mark: str) -> bool:
    try:
        command = (process / "cmdline").read_bytes()
    except OSError:
        return False
    return b"voice_translator_engine" in command and mark.encode() in command


def test_what_is_said_while_the_engine_loads_is_translated_once_it_is_ready(binary: Path, env, audio_rig) -> None:
    with start(binary, env, "en", "es") as rig:
        rig.wait_for(r", warm", 20)
        hold_and_say(rig, audio_rig, SPEECH / "en-pico_en-US-00.wav", lead=0.05)
        rig.wait_for(r"speaking", 40)
        rig.wait_for(READY, 20)
        assert "train station" in newest_turn(rig, "en", "es")[0]
        rig.tap("q")
        assert rig.wait_exit(5) == 0


def test_escape_discards_the_recording(binary: Path, env, home: Path) -> None:
    with start(binary, env, "en", "es") as rig:
        wait_ready(rig)
        rig.press("space")
        rig.wait_for(r"REC", 5)
        rig.tap("Escape")
        rig.wait_for(r"Recording discarded", 5)
        rig.release("space")
        rig.tap("q")
        assert rig.wait_exit(5) == 0
    assert kept_recordings(home) == []
