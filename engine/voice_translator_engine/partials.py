"""How much of a partial hypothesis will not change any more."""

from __future__ import annotations

import re

_WORD = re.compile(r"\S+\s*")


def _key(word: str) -> str:
    return word.strip().strip(".,;:!?…¿¡").casefold()


def agreed_prefix(before: str, now: str) -> int:
    """Characters of `now` in the words that both passes begin with, the last word of either left out."""
    older, newer = _WORD.findall(before)[:-1], _WORD.findall(now)[:-1]
    length = 0
    for old, new in zip(older, newer):
        if _key(old) != _key(new):
            break
        length += len(new)
    return len(now[:length].rstrip())


class Hypotheses:
    """The successive texts of one utterance: revision numbers, and a stable prefix that only grows."""

    def __init__(self) -> None:
        self.revision, self.text, self.stable = 0, "", ""

    def revise(self, text: str) -> tuple[int, int, str]:
        """Takes the next pass's text; gives revision, stable character count and the text to show."""
        if self.stable and not text.startswith(self.stable):
            words = _WORD.findall(text)[len(_WORD.findall(self.stable)) :]
            text = " ".join([self.stable, "".join(words)]).strip()
        agreed = agreed_prefix(self.text, text)
        if agreed > len(self.stable):
            self.stable = text[:agreed]
        self.text = text
        self.revision += 1
        return self.revision, len(self.stable), text
