"""Splits text into sentences, so that the first can be spoken while the rest is still being translated."""

from __future__ import annotations

import re

ABBREVIATIONS = {
    "mr",
    "mrs",
    "ms",
    "dr",
    "prof",
    "st",
    "vs",
    "etc",
    "sr",
    "sra",
    "srta",
    "dra",
    "ud",
    "uds",
    "av",
    "núm",
    "no",
    "bzw",
    "z.b",
    "ca",
    "m",
    "mme",
    "mlle",
    "sig",
    "ing",
    "e.g",
    "i.e",
    "p",
    "pág",
    "art",
}
"""Words that end in a full stop without ending a sentence."""
LONGEST = 500
"""Characters of a piece: what is translated or spoken at once keeps all others waiting."""
_BOUNDARY = re.compile(r"(?:[.!?…]+[\"'”’»)\]]*(?=\s)|[。！？]+[」』”）]*)\s*|\n+")


def split(text: str) -> list[str]:
    """Sentences whose concatenation is the text: white space stays at the end of the sentence before it."""
    found, start = [], 0
    for match in _BOUNDARY.finditer(text):
        before = text[start : match.start()].rsplit(None, 1)
        last = before[-1].lower().lstrip("¿¡(\"'«“") if before else ""
        if match.group().strip() == "." and (last in ABBREVIATIONS or len(last) == 1 and last.isalpha()):
            continue
        found.append(text[start : match.end()])
        start = match.end()
    if text[start:]:
        found.append(text[start:])
    return [piece for sentence in found if sentence.strip() for piece in _pieces(sentence)]


def _pieces(sentence: str) -> list[str]:
    """A text without a boundary for too long, cut where a clause or else a word ends."""
    found = []
    while len(sentence) > LONGEST:
        head = sentence[:LONGEST]
        clause = max(head.rfind(mark) for mark in ",;:，、")
        place = (clause if clause > LONGEST // 2 else head.rfind(" ")) + 1 or LONGEST
        found.append(sentence[:place])
        sentence = sentence[place:]
    return [*found, sentence]
