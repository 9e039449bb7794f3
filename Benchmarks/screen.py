"""The screen beside other programs of the terminal: how long a start and a key press take, what idling costs, and
how the conversation scrolls with 100,000 utterances in it. Programs that aren't installed,
or don't come up here, are left out."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests/Rigs"), str(ROOT / "Tests/EndToEnd")]
from conftest import AudioRig  # noqa: E402
from ptyrig import Rig  # noqa: E402

PROGRAM = ROOT / ".build/release/voice-translator"
STARTS, KEYS, IDLE_SECONDS = 15, 60, 60


def first_frame(argv: list[str], env: dict[str, str]) -> float:
    """Milliseconds from the start until the first frame is there, from its first line to its last."""
    began = time.monotonic()
    with Rig(argv, cols=120, rows=40, profile="kitty", env=env) as rig:
        while len([line for line in rig.lines() if line]) < 2 or not any(rig.lines()[35:]):
            if time.monotonic() - began > 10:
                raise TimeoutError(f"{argv[0]} has drawn nothing in 10 s")
            time.sleep(0.0005)
        return (rig.arrived - began) * 1000


def key_to_paint(rig: Rig, keys: list[str]) -> list[float]:
    """Milliseconds from each key to the first byte of what it changes."""
    times = []
    for number in range(KEYS):
        rig.wait_quiet(0.15, 3)
        before, began = len(rig.raw), time.monotonic()
        rig.press(keys[number % len(keys)])
        while len(rig.raw) == before and time.monotonic() - began < 2:
            time.sleep(0.0001)
        times.append((rig.arrived - began) * 1000)
        rig.release(keys[number % len(keys)])
    return times


def usage(pid: int) -> tuple[float, int, int, int]:
    """Of a process: CPU seconds, the main thread's wake-ups, its memory and what of it is its own, in KB."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    main = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/task/{pid}/status").read_text().splitlines())
    ticks = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return (ticks, int(main["voluntary_ctxt_switches"]), int(status["VmRSS"].split()[0]),
            int(status["RssAnon"].split()[0]))


def measure(name: str, argv: list[str], env: dict[str, str], keys: list[str], ready: str | None) -> list:
    """One row."""
    starts = [first_frame(argv, env) for _ in range(STARTS)]
    with Rig(argv, cols=120, rows=40, profile="kitty", env=env) as rig:
        if ready:
            rig.wait_for(ready, 60)
        rig.wait_quiet(0.5, 10)
        paints = key_to_paint(rig, keys)
        rig.wait_quiet(1, 10)
        before = usage(rig.proc.pid)
        time.sleep(IDLE_SECONDS)
        after = usage(rig.proc.pid)
    row = [name, round(statistics.median(starts), 1), round(statistics.median(paints), 2),
           round(sorted(paints)[int(len(paints) * 0.95)], 2), round((after[0] - before[0]) / IDLE_SECONDS * 100, 2),
           round((after[1] - before[1]) / IDLE_SECONDS, 2), round(after[2] / 1024, 1), round(after[3] / 1024, 1)]
    print(row, file=sys.stderr)
    return row


def main() -> None:
    """Prints the rows."""
    with tempfile.TemporaryDirectory(prefix="vt-") as folder:
        home = Path(folder)
        (home / "run").mkdir(mode=0o700)
        (home / "text").write_text("\n".join(f"line {number}" for number in range(10_000)))
        card = AudioRig(home / "card")
        card("start")
        models = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "voice-translator/models"
        env = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "LC_"))} | {
            "HOME": folder, "XDG_RUNTIME_DIR": str(home / "run"), "XDG_STATE_HOME": str(home / "state"),
            "XDG_CONFIG_HOME": str(home / "config"), "XDG_DATA_HOME": str(home / "data"), "LANG": "C.UTF-8",
            "VOICE_TRANSLATOR_ENGINE_MODELS": str(models)} | card.environment()
        try:
            programs = [
                ("voice-translator", [str(PROGRAM), "--from", "en", "--to", "es"], ["Down", "Up"], r"engine ready"),
                ("htop", ["htop", "-d", "100"], ["Down", "Up"], None),
                ("vim", ["vim", "-u", "NONE", "-N", str(home / "text")], ["ctrl+f", "ctrl+b"], None),
                ("cmus", ["cmus"], ["5", "6"], None)]
            rows = []
            for name, argv, keys, ready in programs:
                try:
                    rows += [measure(name, argv, env, keys, ready)] if shutil.which(argv[0]) else []
                except TimeoutError as error:  # cmus looks for a sound server that isn't there, and draws nothing.
                    print(f"left out: {error}", file=sys.stderr)
        finally:
            card("stop")
    print(json.dumps({"columns": ["program", "start to first frame ms", "key to paint ms, median", "95th percentile",
                                  "idle CPU %", "main thread wake-ups/s", "RSS MB", "of it anonymous MB"], "rows": rows}))


if __name__ == "__main__":
    main()
