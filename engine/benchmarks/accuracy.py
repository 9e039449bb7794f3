"""What the engine makes of the corpus: word error rates, the languages found, and how good the translations
are.

Detection is asked to choose between the language spoken and each other one of the corpus. chrF compares what
became of the recording in another language with the sentence there that means the same. The variable
BENCH_EVERY takes only every so many recordings.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import corpus
from corpus import BUILD, ENGINE, Recording
from scores import chrf, word_errors, words
from voice_translator_engine.audio import from_s16
from voice_translator_engine.engine import find_whisper
from voice_translator_engine.recognise import Recogniser, likeliest

sys.path.insert(0, str(ENGINE / "tests"))
from launch import Launched  # noqa: E402  (found through the path above)
from test_reload import installed  # noqa: E402
from turn import take  # noqa: E402

LANGUAGES = ("en", "es", "fr", "it", "de", "ru")


class Row:
    """The sums of one line of the table."""

    def __init__(self) -> None:
        self.recordings = self.words = self.errors = self.right = self.choices = 0
        self.chrf: list[float] = []

    def add(self, recording: Recording, heard: str, translated: str, found: list[str]) -> None:
        """Adds a recording's results; `found` are the languages chosen, one for each rival."""
        digits = corpus.DIGITS.get(recording.language, "").split()
        reference = words(recording.text, digits)
        self.recordings += 1
        self.words += len(reference)
        self.errors += word_errors(reference, words(heard, digits))
        self.right += found.count(recording.language)
        self.choices += len(found)
        if recording.line is not None and translated:
            self.chrf.append(chrf(corpus.sentences(into(recording.language))[recording.line], translated))

    def cells(self, voice: str, language: str) -> list[object]:
        """The line."""
        mean = round(sum(self.chrf) / len(self.chrf)) if self.chrf else "–"
        return [
            voice,
            language,
            self.recordings,
            self.words,
            round(100 * self.errors / self.words, 1),
            round(100 * self.right / self.choices, 1),
            f"{language} → {into(language)}" if self.chrf else "–",
            mean,
        ]


def into(language: str) -> str:
    """The language that a recording is translated into."""
    return "es" if language == "en" else "en"


def main() -> None:
    """Prints the rows."""
    BUILD.mkdir(parents=True, exist_ok=True)
    model = find_whisper([installed()])
    assert model is not None, "there is no speech model: run make run"
    detector = Recogniser(model, 2)
    rows: dict[tuple[str, str], Row] = defaultdict(Row)
    with (
        tempfile.TemporaryDirectory() as folder,
        Launched(socket_path=Path(folder) / "run/engine.sock") as engine,
    ):
        engine.wait_ready()
        for recording in corpus.everything()[:: int(os.environ.get("BENCH_EVERY", "1"))]:
            lines = take(
                engine.path,
                recording.samples,
                source=recording.language,
                to=into(recording.language),
                speech=0,
                partial=0,
            )
            heard = "".join(line["text"] for line in lines if line["type"] == "recognized" and line["final"])
            translated = "".join(line["text"] for line in lines if line["type"] == "translated")
            probabilities = detector.language_probabilities(from_s16(recording.samples))
            found = [
                likeliest(probabilities, [recording.language, rival])[0]
                for rival in LANGUAGES
                if rival != recording.language
            ]
            rows[recording.voice, recording.language].add(recording, heard, translated, found)
            print(
                recording.voice,
                recording.language,
                f"{recording.text!r} {heard!r} {translated!r}",
                "" if set(found) == {recording.language} else found,
                file=sys.stderr,
            )
    print(
        json.dumps(
            {
                "columns": [
                    "speech",
                    "language",
                    "recordings",
                    "words",
                    "WER %",
                    "right of two languages %",
                    "translation",
                    "chrF",
                ],
                "rows": [row.cells(*key) for key, row in rows.items()],
            },
            ensure_ascii=False,
        )
    )


if __name__ == "__main__":
    main()
