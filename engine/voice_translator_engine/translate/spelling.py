"""Gives a translation the conventions of its language that a detour through another lost."""

from __future__ import annotations

import re

_ASKING = {
    "que": "qué",
    "quien": "quién",
    "quienes": "quiénes",
    "cual": "cuál",
    "cuales": "cuáles",
    "como": "cómo",
    "donde": "dónde",
    "adonde": "adónde",
    "cuando": "cuándo",
    "cuanto": "cuánto",
    "cuanta": "cuánta",
    "cuantos": "cuántos",
    "cuantas": "cuántas",
}
_OPENING = re.compile(r"((?:[ayoe]|por|para|de|desde|con|en|hasta|pero)\s+)?([^\W\d_]+)", re.IGNORECASE)
_BETWEEN = re.compile(r"(?<=[.!?…])(\s+)")
_ENDING = re.compile(r"([!?])[!?]*[\"'»”)]*$")


def spanish(text: str) -> str:
    """Opens questions and exclamations as Spanish does, and accents the word that asks."""
    return "".join(_opened(part) for part in _BETWEEN.split(text))


def _opened(sentence: str) -> str:
    ending = _ENDING.search(sentence)
    if ending is None or "¿" in sentence or "¡" in sentence:
        return sentence
    if ending[1] == "!":
        return "¡" + sentence
    return "¿" + _OPENING.sub(_accented, sentence, count=1)


def _accented(match: re.Match[str]) -> str:
    word = match[2]
    accented = _ASKING.get(word.lower(), word)
    return (match[1] or "") + (accented.capitalize() if word[0].isupper() else accented)


def spelled(source: str, translation: str, target: str) -> str:
    """A sentence's translation with the target's marks, and a capital where the source begins with one."""
    if target in ("es", "ast"):
        translation = spanish(translation)
    first = next((index for index, letter in enumerate(translation) if letter.isalpha()), None)
    opening = next((letter for letter in source if letter.isalpha()), "")
    if first is not None and opening.isupper() and not any(map(str.isdigit, translation[:first])):
        translation = translation[:first] + translation[first].upper() + translation[first + 1 :]
    return translation
