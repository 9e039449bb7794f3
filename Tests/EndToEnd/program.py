"""Driving the terminal program as a user does: a real pty, really held keys, a virtual sound card."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
SPEECH = TESTS / "Speech"
sys.path.insert(0, str(TESTS / "Rigs"))
from ptyrig import Rig  # noqa: E402

NATIVE = {"en": "English", "es": "Español"}
READY = r"(EN→ES|ES→EN)\s+ready"


def words(text: str) -> list[str]:
    """Lower-case words without punctuation, as word error rates are counted."""
    return re.findall(r"[^\W_]+", text.lower())


def word_error(reference: str, heard: str) -> float:
    """Word error rate: edit distance between the words over the number of words in the reference."""
    a, b = words(reference), words(heard)
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1] / max(1, len(a))


def sentence(recording: Path) -> str:
    """The text of `LANG-VOICE-NN.wav`: line NN + 1 of its language's sentences."""
    language, number = recording.stem.split("-")[0], int(recording.stem.split("-")[-1])
    return (TESTS / f"Speech/sentences/{language}.txt").read_text().splitlines()[number]


def start(binary: Path, env: dict[str, str], source: str, target: str, *, profile: str = "kitty",
          options: tuple[str, ...] = (), cols: int = 160, rows: int = 40) -> Rig:
    """The program in a terminal of its own."""
    return Rig([str(binary), "--from", source, "--to", target, *options], cols=cols, rows=rows, profile=profile, env=env)


def wait_ready(rig: Rig, timeout: float = 30) -> None:
    """Waits until the engine is ready and the microphone open."""
    rig.wait_for(READY, timeout)
    rig.wait_for(r", warm", timeout)


def hold_and_say(rig: Rig, card, recording: Path, lead: float = 0.3, tail: float = 0.3) -> None:
    """Holds SPACE, plays a recording into the microphone, and lets go after it."""
    seconds = recording.stat().st_size / 32000
    speaking = threading.Thread(target=lambda: (time.sleep(lead), card("say", recording)))
    speaking.start()
    rig.hold("space", lead + seconds + tail)
    speaking.join()


def newest_turn(rig: Rig, source: str, target: str) -> tuple[str, str]:
    """What the conversation pane shows of the newest turn: the heard text and its translation."""
    text = rig.text()
    heard = re.findall(rf"^│ \d\d:\d\d +{NATIVE[source]} +(.*?) *│", text, re.M)
    translated = re.findall(rf"^│ +{NATIVE[target]} +(.*?)(?: \(rough\))?(?: ▶)? *│", text, re.M)
    return (heard[-1] if heard else "", translated[-1] if translated else "")


def recognise(binary: Path, env: dict[str, str], recording: Path, language: str) -> str:
    """The words of a recording, by the program itself; silence around them is cut off first."""
    trimmed = recording.with_suffix(".trimmed.wav")
    ends = ["silence", "1", "0.05", "0.5%", "reverse"]
    subprocess.run(["sox", "-q", recording, trimmed, *ends, *ends, "pad", "0.2", "0.2"], check=True)
    done = subprocess.run([binary, "translate", trimmed, "--from", language, "--to", "none"], env=env, check=False,
                          capture_output=True, text=True, timeout=120)
    return done.stdout.strip()


def processes(environment_mark: str) -> list[str]:
    """Command lines of running processes that have `environment_mark` in their environment or arguments."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            text = (folder / "environ").read_bytes() + (folder / "cmdline").read_bytes()
            state = (folder / "stat").read_text().rsplit(")", 1)[1].split()[0]
        except (OSError, IndexError):
            continue
        if environment_mark.encode() in text and state != "Z":
            found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
    return found
