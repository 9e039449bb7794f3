"""The main job on real input: SPACE is held while someone speaks; the words and their translation are on the screen
and the translation comes out of the speaker."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import mean

import pytest
from program import SPEECH, hold_and_say, newest_turn, recognise, sentence, start, wait_ready, word_error


@pytest.mark.parametrize(("source", "target", "profile"), [("en", "es", "kitty"), ("es", "en", "plain")])
def test_what_is_said_is_read_and_heard_in_the_other_language(binary: Path, engine_env, audio_rig, tmp_path: Path,
                                                              source: str, target: str, profile: str) -> None:
    env = engine_env | audio_rig.environment()
    recordings = sorted(SPEECH.glob(f"{source}-pico_*.wav"))
    assert len(recordings) == 5
    heard_errors, spoken_errors = [], []
    with start(binary, env, source, target, profile=profile) as rig:
        wait_ready(rig)
        for recording in recordings:
            out = tmp_path / f"{recording.stem}.out.wav"
            # The recogniser stumbles now and then over where a recording happens to begin; then it is said once more,
            # as one does to a person.
            for _ in range(2):
                audio_rig("record-speaker", out)
                hold_and_say(rig, audio_rig, recording)
                rig.wait_for(r"speaking", 30)
                rig.wait_for(r"\bready\b.*\n.*SPACE talk", 30)
                time.sleep(0.3)
                audio_rig("stop-recording")
                heard, translated = newest_turn(rig, source, target)
                if word_error(sentence(recording), heard) <= 0.30:
                    break
            heard_errors.append(word_error(sentence(recording), heard))
            assert translated, rig.text()
            spoken = recognise(binary, engine_env, out, target)
            spoken_errors.append(word_error(translated, spoken))
            print(f"{recording.name}: heard {heard!r} ({heard_errors[-1]:.2f}), translated {translated!r}, "
                  f"spoken {spoken!r} ({spoken_errors[-1]:.2f})")
        rig.tap("q")
        assert rig.wait_exit(5) == 0
        rig.assert_restored()
    assert mean(heard_errors) <= 0.10
    assert max(heard_errors) <= 0.30
    assert mean(spoken_errors) <= 0.40
