"""Nothing is invented where nobody speaks, and short words are heard."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from conftest import SPEECH
from takes import RATE, at_level, pink, takes
from turn import only, samples, take
from voice_translator_engine.audio import from_s16, to_s16
from voice_translator_engine.gate import examine
from voice_translator_engine.inventions import is_invention
from voice_translator_engine.tonality import MUSIC, peak_persistence
from voice_translator_engine.voices import pico


def test_there_are_no_inventions_in_two_hundred_takes(engine: Path) -> None:
    made = list(takes())
    assert len(made) >= 200
    unheard = [name for name, recording in made if examine(recording).reason is None]
    heard = {
        name: take(engine, to_s16(recording), source="en", partial=0)
        for name, recording in made
        if name in unheard or name.endswith("-2.5s-0")
    }
    assert len(heard) >= 10, "some go the whole way"
    invented = {name: lines for name, lines in heard.items() if lines[-2]["type"] != "nothing_heard"}
    assert invented == {}


@pytest.mark.parametrize(
    ("language", "word"),
    [("en-US", "yes"), ("en-US", "no"), ("es-ES", "gracias"), ("en-US", "thank you"), ("en-US", "goodbye")],
)
@pytest.mark.parametrize("silence", [0, 2])
def test_short_words_are_heard(engine: Path, language: str, word: str, silence: int) -> None:
    voice = next(voice for voice in pico.find() if voice.language == language)
    spoken = np.pad(voice.speak(word.capitalize() + ".", 1), silence * RATE)
    lines = take(engine, to_s16(spoken), source=language)
    assert word in only(lines, "recognized")["text"].lower()


def test_speech_in_noise_is_speech() -> None:
    spoken = from_s16(samples(SPEECH / "en-flite_rms-03.wav"))
    noise = at_level(pink(len(spoken), np.random.default_rng(1)), -40).astype(np.float32)
    assert examine(at_level(spoken, -25).astype(np.float32) + noise).reason is None


def test_every_recording_of_speech_is_far_from_music() -> None:
    shares = {path.name: peak_persistence(from_s16(samples(path))) for path in SPEECH.glob("*.wav")}
    assert max(shares.values()) < MUSIC / 1.5, shares


def test_an_invention_counts_only_where_the_recording_supports_it() -> None:
    assert is_invention("Thank you.", -50, 0.9)
    assert is_invention("Thanks for watching!", -20, 0.3)
    assert not is_invention("Thank you.", -20, 0.9)
    assert not is_invention("Where is the station?", -50, 0.9)
    assert is_invention("...", -20, 0.99)
