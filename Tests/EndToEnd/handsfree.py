"""A conversation without hands: two people speak in turn, in two languages, and nobody touches a key."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

from program import SPEECH, sentence, start, wait_ready, word_error

SPEAKERS = {"en": sorted(SPEECH.glob("en-pico_*.wav")), "es": sorted(SPEECH.glob("es-pico_*.wav"))}
LISTENING = r"hands-free, listening"


def resident_kb(pid: int) -> int:
    """Resident memory of a process in kB."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1])


def timings(home: Path) -> list[dict]:
    """The timings of the turns so far."""
    file = home / "state/voice-translator/timings.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def heard(rig) -> list[str]:
    """What the conversation pane shows as said, from the top."""
    return re.findall(r"^│ \d\d:\d\d +(?:English|Español) +(.*?) *│", rig.text(), re.M)


def converse(binary: Path, env: dict[str, str], home: Path, card, seconds: float) -> list[int]:
    """Talks for so long; checks that each utterance is a turn, in order, understood and answered by listening again.
    Gives the program's memory in kB after each turn."""
    memory, said = [], 0
    with start(binary, env, "en", "es", cols=200, rows=60) as rig:
        wait_ready(rig)
        rig.tap("a")  # whoever speaks, the other side hears it
        rig.tap("h")
        rig.wait_for(LISTENING, 10)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            language = "en" if said % 2 == 0 else "es"
            recording = SPEAKERS[language][said // 2 % len(SPEAKERS[language])]
            time.sleep(0.5)
            card("say", recording)
            rig.wait_for(r"EN→ES +speaking|speaking", 60)
            rig.wait_for(LISTENING, 60)
            said += 1
            assert word_error(sentence(recording), heard(rig)[-1]) <= 0.5, rig.text()
            memory.append(resident_kb(rig.proc.pid))
        # In silence nothing is recorded, and no turn is made.
        time.sleep(3)
        rig.wait_for(LISTENING, 5)
        rig.tap("h")
        rig.wait_for(r"Hands-free is off", 5)
        rig.tap("q")
        assert rig.wait_exit(10) == 0
    turns = timings(home)
    assert len(turns) == said, turns
    assert [turn["from"] for turn in turns] == ["en" if index % 2 == 0 else "es" for index in range(said)]
    # The times of day grow: the turns were made in order.
    assert [turn["released_s"] for turn in turns] == sorted(turn["released_s"] for turn in turns)
    return memory
