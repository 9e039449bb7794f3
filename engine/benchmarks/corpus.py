"""The speech corpus of the benchmarks: synthetic voices that say Tests/Speech/sentences, and people."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from debian import unpacked
from voice_translator_engine.voices import pico
from voice_translator_engine.voices.edges import trimmed

ENGINE = Path(__file__).resolve().parents[1]
BUILD = ENGINE.parent / ".build/bench"
SENTENCES = ENGINE.parent / "Tests/Speech/sentences"
RATE = 16_000
FLITE_VOICES = ("slt", "rms")
DIGITS = {
    "en": "zero one two three four five six seven eight nine",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf",
    "it": "zero uno due tre quattro cinque sei sette otto nove",
    "ru": "ноль один два три четыре пять шесть семь восемь девять",
}
DAYS = {
    "en": "Sunday Monday Tuesday Wednesday Thursday Friday Saturday",
    "es": "domingo lunes martes miércoles jueves viernes sábado",
    "fr": "dimanche lundi mardi mercredi jeudi vendredi samedi",
    "it": "domenica lunedì martedì mercoledì giovedì venerdì sabato",
    "ru": "воскресенье понедельник вторник среда четверг пятница суббота",
}
NUMBERS = ("729406", "385162", "904718", "612537", "480953")


@dataclass(frozen=True)
class Recording:
    """Speech (S16LE, 16 kHz mono) and its words. `line` is the sentence's number, None where it is no
    sentence of the parallel ones."""

    voice: str
    language: str
    text: str
    samples: bytes
    line: int | None = None


def sentences(language: str) -> list[str]:
    """A language's sentences; those of the same number mean the same."""
    return (SENTENCES / f"{language}.txt").read_text(encoding="utf-8").splitlines()


def s16(samples: np.ndarray) -> bytes:
    """Float32 samples as S16LE."""
    return (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()


def spoken(language: str, text: str) -> bytes:
    """A text by Pico's first voice of the language."""
    voice = next(voice for voice in pico.find() if voice.language.startswith(language))
    return s16(trimmed(voice.speak(text, 1), voice.rate))


def by_pico() -> Iterator[Recording]:
    """Every sentence in every Pico voice."""
    for voice in pico.find():
        language = voice.language[:2]
        for line, text in enumerate(sentences(language)):
            yield Recording("Pico", language, text, s16(trimmed(voice.speak(text, 1), voice.rate)), line)


def by_flite() -> Iterator[Recording]:
    """Every English sentence in Flite's voices."""
    root, library = unpacked("flite", BUILD), unpacked("libflite1", BUILD)
    environment = os.environ | {"LD_LIBRARY_PATH": str(next(library.glob("usr/lib/*")))}
    for voice in FLITE_VOICES:
        for line, text in enumerate(sentences("en")):
            with tempfile.NamedTemporaryFile(suffix=".wav") as file:
                subprocess.run(
                    [root / "usr/bin/flite", "-voice", voice, "-t", text, "-o", file.name],
                    check=True,
                    env=environment,
                )
                yield Recording("Flite", "en", text, decoded(Path(file.name)), line)


def decoded(path: Path, *options: str) -> bytes:
    """An audio file's samples."""
    return subprocess.run(
        ["ffmpeg", "-v", "error", *options, "-i", path, "-f", "s16le", "-ac", "1", "-ar", str(RATE), "-"],
        check=True,
        capture_output=True,
    ).stdout


def readers() -> Iterator[Recording]:
    """People who read aloud (LibriVox) and who name playing cards, with their transcripts."""
    data = unpacked("pocketsphinx-testdata", BUILD) / "usr/share/pocketsphinx/test/data"
    for folder, name in (("librivox", "transcription"), ("cards", "cards.transcription")):
        for line in (data / folder / name).read_text().splitlines():
            if match := re.fullmatch(r"<s> (.*?)\s*</s> \((.*)\)", line):
                yield Recording("people reading", "en", match[1], decoded(data / folder / f"{match[2]}.wav"))


def announcers() -> Iterator[Recording]:
    """People who speak a telephone system's numbers and days, joined as the system joins them."""
    for language, digits in DIGITS.items():
        root = unpacked(f"asterisk-core-sounds-{language}-g722", BUILD) / "usr/share/asterisk/sounds"
        folder = next(root.glob(f"{language}_*")) / "digits"

        def joined(*names: str) -> bytes:
            return b"".join(decoded(folder / f"{name}.g722", "-f", "g722") for name in names)

        for number in NUMBERS:
            text = " ".join(digits.split()[int(digit)] for digit in number)
            yield Recording("people announcing", language, text, joined(*number))
        yield Recording(
            "people announcing", language, DAYS[language], joined(*(f"day-{day}" for day in range(7)))
        )


def everything() -> list[Recording]:
    """The whole corpus."""
    return [*by_pico(), *by_flite(), *readers(), *announcers()]


def utterances(language: str, seconds: float, count: int) -> list[tuple[str, bytes]]:
    """Texts of about so many seconds in Pico's voice, whole sentences each, with their samples."""
    texts, found = sentences(language), []
    for start in range(count):
        chosen: list[str] = []
        samples = b""
        for place in range(len(texts)):
            text = texts[(start * 3 + place) % len(texts)]
            more = samples + spoken(language, text)
            if samples and abs(len(more) / 2 / RATE - seconds) > abs(len(samples) / 2 / RATE - seconds):
                break
            samples = more
            chosen.append(text)
        found.append((" ".join(chosen), samples))
    return found
