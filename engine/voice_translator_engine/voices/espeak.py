"""eSpeak NG, as a process (it is GPL): robotic voices for more than a hundred languages."""

from __future__ import annotations

import shutil
import subprocess

import numpy as np

from ..recordings import LONGEST_S
from ..wave_file import WaveFile
from ..errors import EngineError
from ..languages import primary

RATE = 22_050
WORDS_PER_MINUTE = 160
LIMIT_S = 20
PREFERRED = {"en": "en-gb", "fr": "fr-fr", "pt": "pt-br", "zh": "cmn", "nb": "nb", "no": "nb"}
"""Where a language has several voices."""
CODES = {"cmn": "zh"}


class ESpeakVoice:
    """One eSpeak NG voice."""

    rate = RATE

    def __init__(self, tag: str) -> None:
        self._name, self.id = tag, f"espeak:{tag}"
        self.language = CODES.get(tag, tag)

    def prepare(self) -> None:
        """Nothing: every sentence is a process."""

    def speak(self, text: str, speed: float) -> np.ndarray:
        """Speaks a sentence, given on standard input so that it can't be taken for an option."""
        pace = str(round(WORDS_PER_MINUTE * speed))
        done = subprocess.run(
            ["espeak-ng", "-v", self._name, "-s", pace, "--stdin", "--stdout"],
            input=text.encode(),
            capture_output=True,
            timeout=LIMIT_S,
        )
        if done.returncode != 0 or not done.stdout:
            raise EngineError(
                f"eSpeak NG failed with status {done.returncode}. Choose another voice.",
                status=500,
                code="internal",
                stage="speak",
            )
        return np.concatenate(list(WaveFile(done.stdout).blocks(LONGEST_S)))


def find() -> list[ESpeakVoice]:
    """The installed voices, each language's preferred one first."""
    if shutil.which("espeak-ng") is None:
        return []
    listing = subprocess.run(
        ["espeak-ng", "--voices"], capture_output=True, text=True, timeout=LIMIT_S
    ).stdout
    tags = [line.split()[1] for line in listing.splitlines()[1:] if len(line.split()) > 3]
    tags.sort(key=lambda tag: (PREFERRED.get(primary(CODES.get(tag, tag))) != tag, tag))
    return [ESpeakVoice(tag) for tag in dict.fromkeys(tags)]
