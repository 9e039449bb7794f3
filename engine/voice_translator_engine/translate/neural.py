"""The Firefox translation models, run by fxtranslate."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fxtranslate import Translator

from .routes import NEURAL_COST


LONG = 400
"""Characters from which a text is unlikely to be one sentence, and fxtranslate looks for boundaries
itself."""


class NeuralDirection:
    """One direction's model. It belongs to the thread that loads it: fxtranslate's engines can't change
    threads."""

    cost, rough = NEURAL_COST, False

    def __init__(self, source: str, target: str, directory: Path) -> None:
        self.source, self.target, self._directory = source, target, directory
        self.label = f"{source}-{target} neural"
        self._translator: Translator | None = None

    def _read(self, *patterns: str) -> bytes | None:
        for pattern in patterns:
            for path in sorted(self._directory.glob(pattern)):
                return path.read_bytes()
        return None

    def load(self) -> None:
        """Reads the files (about 25 MB). Raises `ValueError` if one is missing or malformed."""
        model, source = self._read("model.*"), self._read("srcvocab.*", "vocab.*")
        target = self._read("trgvocab.*", "vocab.*")
        if model is None or source is None or target is None:
            raise ValueError(f"{self._directory} lacks a model or a vocabulary")
        self._translator = Translator(model, source, target, self._read("lex.*"))

    def translate(self, sentence: str) -> str:
        """Translates one sentence, loading the model at first."""
        if self._translator is None:
            self.load()
        assert self._translator is not None
        if len(sentence) > LONG:
            return self._translator.translate_long(sentence)
        return self._translator.translate(sentence)


def find(directories: Sequence[Path]) -> list[NeuralDirection]:
    """The directions below models directories: `translate/enpt`, or `translate/en-pt` for longer codes."""
    found: dict[tuple[str, str], NeuralDirection] = {}
    for models in directories:
        for directory in sorted((models / "translate").glob("*")):
            name = directory.name
            source, _, target = name.partition("-") if "-" in name else (name[:2], "", name[2:])
            if directory.is_dir() and not name.startswith(".") and source and target:
                found.setdefault((source, target), NeuralDirection(source, target, directory))
    return list(found.values())
