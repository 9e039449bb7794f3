"""Ten minutes of conversation in two languages, hands-free, within fixed memory."""

from __future__ import annotations

import os
from pathlib import Path

from handsfree import converse


def test_ten_minutes_of_conversation_stay_within_fixed_memory(binary: Path, engine_env, home: Path, audio_rig) -> None:
    minutes = min(10.0, float(os.environ.get("VOICE_TRANSLATOR_SOAK_MINUTES", "10")))
    memory = converse(binary, engine_env | audio_rig.environment(), home, audio_rig, 60 * minutes)
    # Twenty turns' speech is kept for a replay; from there on nothing grows but the text.
    assert memory[-1] < max(memory[:25]) + 6_000
