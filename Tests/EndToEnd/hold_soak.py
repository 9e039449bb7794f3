"""Holding for long: two hundred holds in real terminals while the machine is busy with something else, and no hold
ends before the key came up."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from clocked_microphone import ClockedMicrophone, wait_for_takes
from x11_terminal import X11Terminal

HOLDS = 200
# Holds to a start of the program: the microphone's recording has an end.
BATCH = 40


@pytest.fixture
def busy_loops() -> Iterator[None]:
    """Four processes that take all the time they get."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4)]
    yield
    for loop in loops:
        loop.kill()
        loop.wait()


@pytest.mark.parametrize("kind", ["xterm", "kitty"])
def test_no_hold_ends_too_early_on_a_busy_machine(binary: Path, engine_env: dict[str, str], audio_card, home: Path,
                                                  busy_loops: None, kind: str) -> None:
    random.seed(2)
    false_ends = []
    for batch in range(HOLDS // BATCH):
        folder = home / f"batch{batch}"
        folder.mkdir()
        microphone = ClockedMicrophone(audio_card, folder, seconds=8 * BATCH)
        audio_card("clear-events")
        env = engine_env | microphone.environment | {
            "VOICE_TRANSLATOR_ENGINE_SOCKET": str(home / "no-engine"), "XDG_STATE_HOME": str(folder / "state")}
        (folder / "terminal").mkdir()
        with X11Terminal(kind, [str(binary), "--from", "en", "--to", "es"], env, folder / "terminal") as terminal:
            microphone.wait_open()
            for count in range(1, BATCH + 1):
                _, up = terminal.hold("space", random.uniform(0.9, 3))
                found = wait_for_takes(folder, count)
                end = microphone.span(found[-1]).end
                if len(found) != count or end < up:
                    false_ends.append((batch, count, len(found), end - up))
                    break
    assert not false_ends, f"batch, hold, takes, seconds after the release: {false_ends}"
