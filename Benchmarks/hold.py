"""Holding the talk key in real terminals: where a take begins and how soon after the release its end is decided.

The first sample kept is found exactly, because the microphone's samples are known; the end is when the recording's file
is closed, with no hangover. Key-downs and key-ups are X11 or Wayland events."""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests/Rigs"), str(ROOT / "Tests/EndToEnd")]
from clocked_microphone import ClockedMicrophone, takes  # noqa: E402
from closings import Closings  # noqa: E402
from conftest import AudioRig  # noqa: E402
from wayland_terminal import WaylandTerminal  # noqa: E402
from x11_terminal import RealTerminal, X11Terminal  # noqa: E402

HOLDS = 20
# Terminal, the X server's auto-repeat, the words for it.
TERMINALS = [("kitty", None, "releases"), ("foot", None, "releases"), ("xterm", (250, 33), "every 30 ms"),
             ("xterm", None, "every 40 ms"), ("xterm+tmux", None, "every 40 ms"), ("xterm", (1000, 10), "every 100 ms")]
BINARY = os.environ.get("VOICE_TRANSLATOR_BINARY", str(ROOT / ".build/release/voice-translator"))


def measure(kind: str, repeat: tuple[int, int] | None) -> tuple[list[float], list[float]]:
    """Milliseconds from the first sample kept to the press, and from the release to the end, of each hold."""
    with tempfile.TemporaryDirectory(prefix="vt-") as folder:
        home = Path(folder)
        microphone = ClockedMicrophone(AudioRig(home / "card"), home, seconds=300)
        unsent = home / "state/voice-translator/unsent"
        unsent.mkdir(parents=True, mode=0o700)
        (home / "run").mkdir(mode=0o700)
        (home / "terminal").mkdir()
        env = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": folder, "XDG_STATE_HOME": f"{folder}/state",
               "XDG_RUNTIME_DIR": f"{folder}/run", "VOICE_TRANSLATOR_ENGINE_SOCKET": f"{folder}/none",
               "VOICE_TRANSLATOR_AUDIO_HANGOVER_MS": "0"} | microphone.environment
        command = [BINARY, "--from", "en", "--to", "es"]
        terminal: RealTerminal = (WaylandTerminal(command, env, home / "terminal") if kind == "foot"
                                  else X11Terminal(kind, command, env, home / "terminal", repeat))
        with terminal:
            microphone.wait_open()
            return measure_holds(terminal, microphone, home, 1.3 if repeat == (1000, 10) else 0.9)


def measure_holds(terminal: RealTerminal, microphone: ClockedMicrophone, home: Path,
                  least: float) -> tuple[list[float], list[float]]:
    """Holds the key, each time a little longer than the first gap, at no particular phase of the repeats."""
    closings = Closings(home / "state/voice-translator/unsent")
    before, after = [], []
    for count in range(1, HOLDS + 1):
        down, up = terminal.hold("space", least + random.uniform(0, 0.2))
        name, closed = closings.wait(".wav", 10)
        found = takes(home)
        assert len(found) == count and found[-1].name == name, f"{len(found)} takes of {count} holds"
        before.append((down - microphone.span(found[-1]).begin) * 1000)
        after.append((closed - up) * 1000)
        time.sleep(0.9)
    closings.close()
    return before, after


def main() -> None:
    """Prints the rows."""
    random.seed(1)
    rows = []
    for kind, repeat, words in TERMINALS:
        before, after = measure(kind, repeat)
        rows.append([kind, words, round(median(before)), round(min(before)), round(median(after)), round(max(after))])
        print(rows[-1], file=sys.stderr)
    columns = ["terminal", "held key", "kept before the press, median ms", "least", "end after the release, median ms",
               "worst"]
    print(json.dumps({"columns": columns, "rows": rows}))


main()
