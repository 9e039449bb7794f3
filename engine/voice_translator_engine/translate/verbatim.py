"""Finds what isn't language (addresses, code, mark-up), which no translation may touch."""

from __future__ import annotations

import re

_VERBATIM = re.compile(
    r"""
    `[^`]+`                                        # code between backticks
  | <[^<>]+>                                       # a tag
  | \b(?:https?|ftp|mailto|file):\S*[\w/=&\#-]      # a URL; punctuation that follows isn't part of it
  | \bwww\.\S*[\w/]
  | [\w.+-]+@[\w-]+(?:\.[\w-]+)+                   # an e-mail address
  | [<>]
  | [^\s<>]*[\\^$@{}\[\]`|~\#*_=][^\s<>]*          # a word with a character that prose doesn't have
  | (?<!\S)/\w\S*/\S*                              # a path
""",
    re.VERBOSE,
)


def pieces(text: str) -> list[tuple[str, bool]]:
    """Splits text into pieces whose concatenation it is, each with whether it is to be translated."""
    found, start = [], 0
    for match in _VERBATIM.finditer(text):
        found += [(text[start : match.start()], True), (match.group(), False)]
        start = match.end()
    found.append((text[start:], True))
    return [
        (piece, language and any(letter.isalpha() for letter in piece)) for piece, language in found if piece
    ]
