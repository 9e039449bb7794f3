"""Hands-free talk, as two people use it: a minute here, the whole ten in `make soak`."""

from __future__ import annotations

import time
import wave
from pathlib import Path

from handsfree import LISTENING, SPEAKERS, converse, heard
from program import start, wait_ready


def test_a_minute_of_conversation_in_two_languages_without_a_key(binary: Path, engine_env, home: Path, audio_rig) -> None:
    memory = converse(binary, engine_env | audio_rig.environment(), home, audio_rig, 60)
    assert len(memory) >= 4
    # What a turn leaves is its text and its speech for a replay.
    assert memory[-1] < memory[0] + 12_000


def beginning(recording: Path, seconds: float, folder: Path) -> Path:
    """So much of a recording from its start, as a file of its own."""
    with wave.open(str(recording)) as whole, wave.open(str(folder / "beginning.wav"), "wb") as part:
        part.setparams(whole.getparams())
        part.writeframes(whole.readframes(int(seconds * whole.getframerate())))
    return folder / "beginning.wav"


def test_what_is_said_while_an_answer_is_spoken_is_not_heard(binary: Path, engine_env, audio_rig,
                                                             tmp_path: Path) -> None:
    """Half duplex: the microphone would hear the loudspeaker."""
    # It ends well before the answer does: what goes on after the answer is rightly heard.
    interjection = beginning(SPEAKERS["es"][0], 1, tmp_path)
    with start(binary, engine_env | audio_rig.environment(), "en", "es") as rig:
        wait_ready(rig)
        rig.tap("h")
        rig.wait_for(LISTENING, 10)
        time.sleep(0.5)
        audio_rig("say", SPEAKERS["en"][0])
        rig.wait_for("speaking", 60)
        audio_rig("say-bg", interjection)
        rig.wait_for(LISTENING, 60)
        time.sleep(6)
        assert len(heard(rig)) == 1
        rig.tap("q")
        assert rig.wait_exit(10) == 0
