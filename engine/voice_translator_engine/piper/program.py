"""Where Piper's program is, and how it gets there: below the models directory, when the first voice is
pulled."""

from __future__ import annotations

import hashlib
from pathlib import Path

from .. import environment
from ..models.errors import ModelError

LOCK = Path(__file__).with_name("requirements.lock")
FOLDER, STAMP = ".piper", "made-from"
SIZE = 55_000_000
"""Bytes that are downloaded, roughly."""


def fingerprint() -> str:
    """Changes with the versions that are wanted."""
    return hashlib.sha256(LOCK.read_bytes()).hexdigest()


def python(models: Path) -> Path | None:
    """The interpreter of Piper's environment below a models directory, if it is there."""
    found = models / FOLDER / "bin/python"
    return found if (models / FOLDER / STAMP).exists() and found.exists() else None


def due(models: Path) -> bool:
    """Whether the program isn't there, or is an older version."""
    return python(models) is None or (models / FOLDER / STAMP).read_text() != fingerprint()


def install(models: Path) -> None:
    """Installs the program. Raises `ModelError`."""

    def finish(made: Path) -> None:
        (made / STAMP).write_text(fingerprint())

    try:
        environment.make(models.absolute() / FOLDER, [LOCK], finish)
    except (environment.NotMade, OSError) as error:
        raise ModelError(
            "unreachable",
            f"Piper, which speaks with such voices, can't be installed: {error}.",
            "Check the network and that python3-venv is installed, then pull again.",
        ) from error
