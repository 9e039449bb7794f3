"""Holding for long: two hundred holds in a real terminal while the machine is busy with something else, and no hold
ends before the key came up."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from holding import busy_loops, false_ends

HOLDS = 200
# Holds to a start of the program: the microphone's recording has an end.
BATCH = 40


@pytest.mark.parametrize("kind", ["xterm", "kitty"])
def test_no_hold_ends_too_early_on_a_busy_machine(binary: Path, engine_env: dict[str, str], audio_card, home: Path,
                                                  kind: str) -> None:
    random.seed(2)
    wrong = []
    with busy_loops():
        for batch in range(HOLDS // BATCH):
            folder = home / f"batch{batch}"
            folder.mkdir()
            wrong += false_ends(kind, binary, engine_env, audio_card, folder, BATCH)
    assert not wrong
