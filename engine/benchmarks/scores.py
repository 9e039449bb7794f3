"""How close a text is to another: word error rate and chrF."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

ORDER, BETA = 6, 2.0


def words(text: str, digits: Sequence[str] = ()) -> list[str]:
    """Words without case, accents and punctuation. Where `digits` names a language's ten digits, numerals
    count as their digits' names."""
    plain = "".join(
        letter for letter in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(letter)
    )
    names = [words(digit)[0] for digit in digits]
    found = []
    for word in re.findall(r"\w+", plain):
        found += [names[int(digit)] for digit in word] if names and word.isdigit() else [word]
    return found


def word_errors(reference: Sequence[str], heard: Sequence[str]) -> int:
    """The fewest words to replace, insert or leave out (Levenshtein)."""
    row = list(range(len(heard) + 1))
    for index, word in enumerate(reference, 1):
        diagonal, row[0] = row[0], index
        for place, other in enumerate(heard, 1):
            diagonal, row[place] = (
                row[place],
                min(row[place] + 1, row[place - 1] + 1, diagonal + (word != other)),
            )
    return row[-1]


def chrf(reference: str, translation: str) -> float:
    """chrF2 of a text, 0 to 100 (Popović, WMT 2015): the mean over n-gram lengths of precision and of recall,
    white space left out, recall weighing `BETA` squared times."""
    expected, got = (re.sub(r"\s", "", text) for text in (reference, translation))
    precisions, recalls = [], []
    for length in range(1, ORDER + 1):
        wanted, found = (
            Counter(text[place : place + length] for place in range(len(text) - length + 1))
            for text in (expected, got)
        )
        if wanted and found:
            common = (wanted & found).total()
            precisions.append(common / found.total())
            recalls.append(common / wanted.total())
    if not precisions or not sum(precisions):
        return 0.0
    precision, recall = sum(precisions) / len(precisions), sum(recalls) / len(recalls)
    return 100 * (1 + BETA**2) * precision * recall / (BETA**2 * precision + recall)
