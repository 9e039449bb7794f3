"""The audio threads allocate nothing while they work: counted by a malloc of our own on the plain ALSA card."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest
from program import start, wait_ready

WINDOW = 10
"""Seconds that are counted."""


@pytest.fixture
def counted(engine_env: dict[str, str], audio_rig, tmp_path: Path) -> dict[str, str]:
    """The environment of a program whose allocations are counted, with the clocked card and no sound server."""
    library = tmp_path / "malloc_count.so"
    source = Path(__file__).parent.parent / "Rigs/alsa/malloc_count.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"], check=True)
    return engine_env | audio_rig.environment("rigmic16") | {
        "LD_PRELOAD": str(library), "MALLOC_COUNT": str(tmp_path / "count")}


def counts(env: dict[str, str], thread: str) -> int:
    """Allocations of a thread so far."""
    path = Path(env["MALLOC_COUNT"])
    return path.read_text().split().count(thread) if path.exists() else 0


def test_capture_allocates_nothing(binary: Path, counted) -> None:
    with start(binary, counted, "en", "es") as rig:
        wait_ready(rig, 60)
        rig.press("space")
        rig.wait_for(r"REC", 10)
        time.sleep(0.5)
        switch = Path(counted["MALLOC_COUNT"] + ".on")
        switch.touch()
        time.sleep(WINDOW)
        switch.unlink()
        assert counts(counted, "capture") == 0
        rig.tap("Escape")
        rig.release("space")
        # The counter does count: closing and opening the device allocates.
        switch.touch()
        rig.tap("m")
        rig.wait_for(r"mic muted", 5)
        rig.tap("m")
        rig.wait_for(r", warm", 10)
        assert counts(counted, "capture") > 0
        rig.tap("q")
        assert rig.wait_exit(10) == 0


def test_playback_allocates_nothing(binary: Path, counted, home: Path) -> None:
    unsent = home / "state/voice-translator/unsent"
    unsent.mkdir(parents=True, mode=0o700)
    subprocess.run(["sox", "-q", "-n", "-r", "16000", "-c", "1", "-b", "16", unsent / "20260131-140259-1-1.wav", "synth",
                    str(WINDOW + 8), "sine", "300"], check=True)
    switch = Path(counted["MALLOC_COUNT"] + ".on")
    switch.touch()
    playing = subprocess.Popen([binary, "unsent", "play", "20260131-140259-1-1"], env=counted)
    # The clip was decoded by then.
    time.sleep(4)
    before = counts(counted, "playback")
    assert before > 0
    time.sleep(WINDOW)
    assert playing.poll() is None
    assert counts(counted, "playback") == before
    assert playing.wait(20) == 0
