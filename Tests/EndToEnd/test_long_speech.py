"""Long speech: what was said before a pause is translated while the key is still down, and nothing is lost."""

from __future__ import annotations

import subprocess
import threading
import time
from pathlib import Path

from program import SPEECH, newest_turn, start, wait_ready, words


def test_a_long_hold_is_translated_while_speaking_goes_on(binary: Path, engine_env, audio_rig, tmp_path: Path) -> None:
    recordings = sorted(SPEECH.glob("en-pico_*.wav"))
    silence, whole = tmp_path / "silence.wav", tmp_path / "long.wav"
    subprocess.run(["sox", "-q", "-n", "-r", "16000", "-c", "1", "-b", "16", silence, "trim", "0", "0.8"], check=True)
    parts = [part for recording in recordings for part in (recording, silence)]
    subprocess.run(["sox", "-q", *parts, whole], check=True)
    with start(binary, engine_env | audio_rig.environment(), "en", "es", cols=200, rows=60) as rig:
        wait_ready(rig)
        rig.press("space")
        time.sleep(0.3)
        speaking = threading.Thread(target=lambda: audio_rig("say", whole))
        speaking.start()
        # The first translation stands there before the last word is said.
        rig.wait_for(r"Español +¿Dónde", 60)
        assert "REC" in rig.text()
        speaking.join()
        time.sleep(0.3)
        rig.release("space")
        rig.wait_for("speaking", 60)
        rig.wait_for(r"\bready\b.*\n.*SPACE talk", 90)
        text = rig.text()
        # Each sentence was heard once.
        for word in ("station", "luggage", "airport", "museum", "doctor", "corner"):
            if any(word in (SPEECH / "sentences/en.txt").read_text().splitlines()[int(path.stem[-2:])] for path in recordings):
                assert words(text).count(word) == 1, text
        assert newest_turn(rig, "en", "es")[0]
        rig.tap("q")
        assert rig.wait_exit(10) == 0
