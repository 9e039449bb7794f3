"""`--linear`: the same program in lines, for screen readers, logs and pipes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from program import SPEECH, hold_and_say, start
from screens import configure, forms, translator


@pytest.mark.parametrize("profile", ["kitty", "plain"])
def test_a_spoken_turn_is_told_in_lines_and_nothing_is_redrawn(binary: Path, engine_env, audio_rig, profile: str) -> None:
    env = engine_env | audio_rig.environment()
    with start(binary, env, "en", "es", profile=profile, options=("--linear",)) as rig:
        rig.wait_for(r"^backend: engine ready", 30)
        rig.wait_for(r"^microphone: .*, warm", 30)
        hold_and_say(rig, audio_rig, SPEECH / "en-pico_en-US-00.wav")
        rig.wait_for(r"^translated \(Español.*\): .*estación", 30)
        rig.wait_for(r"^speech: over", 30)
        rig.tap("Down")
        rig.wait_for(r"^target: ", 5)
        rig.send("?")
        rig.wait_for(r"^menu: SPACE", 5)
        rig.tap("Escape")
        rig.wait_for(r"^closed", 5)
        rig.tap("q")
        assert rig.wait_exit(5) == 0
        rig.assert_restored()
        lines = rig.text().splitlines()
        order = ["recording: begun", "recording: over", "heard (English)", "translated", "speech: begins", "speech: over"]
        places = [next(i for i, line in enumerate(lines) if line.startswith(word)) for word in order]
        assert places == sorted(places)
        moving = {form for form in forms(bytes(rig.raw)) if form not in {"CSI >u", "CSI <u", "CSI ?u", "CSI c", "CSI ?h", "CSI ?l"}}
        assert moving == set()


def test_keys_come_from_a_pipe_and_lines_go_to_one(binary: Path, engine_env, home: Path) -> None:
    with translator(lambda text: f"translated\x1b[31m {text}") as server:
        done = subprocess.run([binary, "--linear", *configure(home, server.url)], input="igood morning\rinext\r", text=True,
                              env=engine_env | {"CLOUD_KEY": "sk-1"}, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    told = [line for line in done.stdout.splitlines() if line.startswith(("heard", "translated"))]
    # The two turns run side by side.
    assert sorted(told) == ["heard (English): good morning", "heard (English): next",
                            "translated (Español): translated good morning", "translated (Español): translated next"]


def test_without_a_terminal_the_screen_says_what_to_use_instead(binary: Path, engine_env) -> None:
    done = subprocess.run([binary, "--from", "en", "--to", "es"], env=engine_env, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=30, check=False)
    assert done.returncode == 2
    assert "translate" in done.stderr and "--linear" in done.stderr
