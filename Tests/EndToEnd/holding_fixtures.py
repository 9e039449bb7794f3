"""What the tests of holding the talk key share: the program without an engine, so that every take stays on disk."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from clocked_microphone import ClockedMicrophone
from program import start
from ptyrig import Rig

WITH_RELEASES = ["kitty", "foot", "win32"]
WITHOUT_RELEASES = ["plain", "tmux", "mute"]
REASONS = {
    "kitty": r"releases are told.*kitty keyboard protocol \(flags 31\)",
    "foot": r"releases are told.*kitty keyboard protocol \(flags 31\)",
    "win32": r"releases are told.*win32-input-mode",
    "plain": r"judged by auto-repeat.*has no keyboard protocol",
    "tmux": r"judged by auto-repeat.*has no keyboard protocol",
    "mute": r"judged by auto-repeat.*has not answered",
}
Begin = Callable[..., AbstractContextManager[Rig]]


@pytest.fixture
def microphone(audio_card, home: Path) -> ClockedMicrophone:
    return ClockedMicrophone(audio_card, home)


@pytest.fixture
def env(engine_env: dict[str, str], microphone: ClockedMicrophone, home: Path) -> dict[str, str]:
    """Without an engine every take stays on disk, where it can be looked at."""
    return engine_env | microphone.environment | {"VOICE_TRANSLATOR_ENGINE_SOCKET": str(home / "no-engine")}


@pytest.fixture
def begin(binary: Path, env: dict[str, str], microphone: ClockedMicrophone) -> Begin:
    """Starts the program with more options, in a terminal of a kind."""
    def begin(profile: str, *options: str) -> Rig:
        rig = start(binary, env, "en", "es", profile=profile, options=options)
        rig.wait_for(r", warm", 20)
        microphone.wait_open()
        return rig
    return begin


def leave(rig: Rig) -> None:
    """Leaves the program, which asks because turns wait for their engine."""
    rig.tap("q")
    rig.wait_for(r"Quit\?|\Z", 5)
    rig.tap("Return")
    assert rig.wait_exit(10) == 0
    rig.assert_restored()


def joined(rig: Rig) -> str:
    """The help's entry on holding, with its lines joined."""
    lines = [re.sub(r"^│ *|│.*$", "", line).strip() for line in rig.lines()]
    first = next(index for index, line in enumerate(lines) if line.startswith("holding"))
    return " ".join(lines[first:first + 3])
