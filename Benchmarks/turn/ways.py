"""The ways from a spoken utterance to its spoken translation that are compared, each driven as a user would."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from program import start
from speaker import Speaker, now
from speech import Utterance

SCRIPT = Path(__file__).resolve().parent / "script.sh"
LEAD_S, TAIL_S = 0.4, 0.15
"""From the key's press to the first word, and from the end of the last word to its release."""
PATIENCE_S = 60


@dataclass
class Measured:
    """One turn."""

    key_up: float
    """When the key was let go, by CLOCK_BOOTTIME in seconds; the times below are by the same clock."""
    first_sound: float
    milestones: dict[str, float] = field(default_factory=dict)
    processor_share: float | None = None
    """Of one core, by the program itself, while it recorded."""

    @property
    def latency(self) -> float:
        """Seconds from the release to the first sound."""
        return self.first_sound - self.key_up


class Script:
    """`arecord | curl | curl | curl | mpg123`."""

    def __init__(self, words: list[str], environment: dict[str, str], card, speaker: Speaker) -> None:
        self._words, self._environment, self._card, self._speaker = words, environment, card, speaker

    def turn(self, utterance: Utterance) -> Measured:
        """Records while the utterance is said, and waits for its translation's first sound."""
        process = subprocess.Popen([SCRIPT, *self._words], env=self._environment, start_new_session=True)
        try:
            arecord = self._child(process.pid, "arecord")
            time.sleep(LEAD_S)
            self._card("say", utterance.path)
            time.sleep(TAIL_S)
            self._speaker.listen()
            key_up = now()
            os.kill(arecord, signal.SIGINT)
            return Measured(key_up, self._speaker.first_sound(PATIENCE_S))
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()

    def close(self) -> None:
        """Nothing runs between turns."""

    @staticmethod
    def _child(group: int, name: str) -> int:
        for _ in range(500):
            for folder in Path("/proc").glob("[0-9]*"):
                try:
                    comm, _, rest = (folder / "stat").read_text().partition("(")[2].rpartition(")")
                except OSError:
                    continue
                if comm == name and int(rest.split()[2]) == group:
                    return int(folder.name)
            time.sleep(0.01)
        raise TimeoutError(f"{name} did not start")


class Program:
    """The program itself in a terminal that tells when keys are let go."""

    def __init__(self, binary: Path, environment: dict[str, str], config: Path, pair: tuple[str, str], card,
                 speaker: Speaker) -> None:
        self._card, self._speaker = card, speaker
        self._timings = Path(environment["XDG_STATE_HOME"]) / "voice-translator/timings.jsonl"
        self._rig = start(binary, environment, *pair, options=("--config", str(config)))
        self._rig.wait_for(r"\bready\b", PATIENCE_S)
        self._rig.wait_for(r", warm", PATIENCE_S)

    def turn(self, utterance: Utterance) -> Measured:
        """Holds SPACE while the utterance is said, and waits for its translation's first sound."""
        before = self._lines()
        self._rig.press("space")
        time.sleep(LEAD_S)
        began, used = now(), self._processor_s()
        self._card("say", utterance.path)
        share = (self._processor_s() - used) / (now() - began)
        time.sleep(TAIL_S)
        self._speaker.listen()
        key_up = now()
        self._rig.release("space")
        try:
            first = self._speaker.first_sound(PATIENCE_S)
        except TimeoutError as error:
            raise TimeoutError(f"{error}\n{self._rig.text()}") from error
        time.sleep(0.3)
        self._rig.tap("Escape")
        return Measured(key_up, first, self._milestones(before), share)

    def close(self) -> None:
        """Quits."""
        self._rig.tap("q")
        self._rig.tap("Return")
        self._rig.close()

    def _processor_s(self) -> float:
        fields = Path(f"/proc/{self._rig.proc.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _lines(self) -> list[str]:
        return self._timings.read_text().splitlines() if self._timings.exists() else []

    def _milestones(self, before: list[str]) -> dict[str, float]:
        """Those of the turn that was just spoken, once they are written."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            lines = self._lines()
            if len(lines) > len(before):
                timing = json.loads(lines[-1])
                return {name: timing["released_s"] + ms / 1000 for name, ms in timing["milestones_ms"].items()}
            time.sleep(0.02)
        raise TimeoutError(f"the turn's timing was not written\n{self._rig.text()}")
