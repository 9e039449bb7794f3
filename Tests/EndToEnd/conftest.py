"""What the end-to-end tests share: the built program, a private home, a virtual sound card."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
SPEECH = TESTS / "Speech"


class AudioRig:
    """A virtual sound card with a microphone that plays recordings and a speaker that is recorded."""

    def __init__(self, state: Path) -> None:
        """`state`: a directory of its own, so that several cards can run side by side."""
        self._environment = os.environ | {"AUDIO_RIG_DIR": str(state)}

    def __call__(self, verb: str, *arguments: str | Path) -> str:
        """Runs one verb of Tests/Rigs/audio-rig; gives what it prints, raises if it fails."""
        command = [str(TESTS / "Rigs/audio-rig"), verb, *map(str, arguments)]
        return subprocess.run(command, env=self._environment, check=True, stdout=subprocess.PIPE, text=True).stdout

    def environment(self, *device: str | Path) -> dict[str, str]:
        """What a program needs in its environment to use this card, or the clocked ALSA `device` of the rig."""
        printed = self("env-alsa", *device) if device else self("env")
        words = [word for word in printed.split() if "=" in word]
        return dict(word.split("=", 1) for word in words)


@pytest.fixture(scope="session")
def binary() -> Path:
    """The program in release mode; `VOICE_TRANSLATOR_BINARY` names another build of it."""
    path = Path(os.environ.get("VOICE_TRANSLATOR_BINARY", ROOT / ".build/release/voice-translator"))
    assert path.exists(), f"{path} is not built: run 'make build'"
    return path


@pytest.fixture(scope="session")
def models() -> Path:
    """The models that the set-up fetched, used by every private home."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
    return Path(data) / "voice-translator/models"


@pytest.fixture
def home() -> Iterator[Path]:
    """An empty home directory. Its path is short, because the path of a socket in it may have 107 bytes only."""
    # A shell or sound server that is just ending may still write into it.
    with tempfile.TemporaryDirectory(prefix="vt-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.fixture
def engine_env(home: Path, models: Path) -> dict[str, str]:
    """The environment for the program: a private home, the fetched models, no sound server of the machine."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("XDG_", "VOICE_TRANSLATOR_", "PULSE_", "ALSA_", "LC_", "TERM", "LINES", "COLUMNS"))}
    runtime = home / "run"
    runtime.mkdir(mode=0o700, exist_ok=True)
    return kept | {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_RUNTIME_DIR": str(runtime),
        "LANG": "C.UTF-8",
        "VOICE_TRANSLATOR_ENGINE_MODELS": str(models),
    }


@pytest.fixture
def audio_card(home: Path) -> AudioRig:
    """The virtual sound card without its sound server: only the clocked ALSA devices."""
    return AudioRig(home / "card")


@pytest.fixture
def audio_rig(audio_card: AudioRig) -> Iterator[AudioRig]:
    """A running virtual sound card with real timing."""
    audio_card("start")
    yield audio_card
    audio_card("stop")
