"""Many holds in a real terminal, one after the other, each looked at."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clocked_microphone import ClockedMicrophone, wait_for_takes
from x11_terminal import X11Terminal


@contextmanager
def busy_loops(count: int = 4) -> Iterator[None]:
    """Processes that take all the time they get."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def false_ends(kind: str, binary: Path, env: dict[str, str], card, folder: Path, holds: int) -> list[str]:
    """Starts the program in a terminal and holds the key so often; gives what was wrong, in words.

    `folder`: an empty directory; `env`: the program's environment but for the microphone."""
    card("clear-events")
    microphone = ClockedMicrophone(card, folder, seconds=20 + 8 * holds)
    env = env | microphone.environment | {"VOICE_TRANSLATOR_ENGINE_SOCKET": str(folder / "no-engine"),
                                          "XDG_STATE_HOME": str(folder / "state")}
    (folder / "terminal").mkdir()
    wrong = []
    with X11Terminal(kind, [str(binary), "--from", "en", "--to", "es"], env, folder / "terminal") as terminal:
        microphone.wait_open()
        done = 0
        for number in range(1, holds + 1):
            down, up = terminal.hold("space", random.uniform(0.9, 3))
            found = wait_for_takes(folder, done + 1, timeout=30)
            span = microphone.span(found[-1])
            if len(found) != done + 1:
                wrong.append(f"hold {number} is {len(found) - done} takes")
            elif span.begin > down or span.end < up:
                lost = f"{span.begin - down:.3f} s at its start, {up - span.end:.3f} s at its end"
                wrong.append(f"hold {number} lost {lost}")
            done = len(found)
    return wrong
