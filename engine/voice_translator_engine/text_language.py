"""Guesses a text's language by its script and its commonest short words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

WORDS = {
    "en": "the of and to in is you that it he was for on are with as his they be at this have "
    "from or had by not but "
    "what we can your how where my me please hello good thank yes i",
    "es": "el la de que y en un una los las por con para no es se lo del al como más pero sus "
    "le ya está muy dónde "
    "qué hola gracias por favor sí mi yo cuánto",
    "pt": "o a de que e em um uma os as por com para não é se do da no na mais mas ao está "
    "muito onde você olá obrigado "
    "obrigada sim meu minha eu quanto",
    "fr": "le la les de des et à un une du en que qui dans pour pas sur est au avec ce il je "
    "vous ne où bonjour merci "
    "oui mon ma s'il combien",
    "it": "il lo la i gli le di che e un una in per non con del della è sono da al dove più "
    "ciao grazie sì mio mia io "
    "quanto vorrei",
    "de": "der die das und in zu den ist nicht von sie mit dem ein eine ich es auf für wie wo "
    "bitte danke ja mein "
    "guten hallo wir",
    "ca": "el la els les de que i en un una per amb no és del al com més però molt on hola "
    "gràcies sí meu jo quant si us "
    "plau",
    "nl": "de het een en van in is dat op te zijn met voor niet ik je waar hoe dank hallo ja mijn wij aan",
    "gl": "o a os as de que e en un unha por con para non é do da no na máis onde grazas ola meu eu canto",
    "eo": "la de kaj en estas mi vi ne al por kun ke kie kiel saluton dankon jes",
}
SCRIPTS = {
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "HANGUL": "ko",
    "CJK": "zh",
    "CYRILLIC": "ru",
    "ARABIC": "ar",
    "GREEK": "el",
    "HEBREW": "he",
    "THAI": "th",
    "DEVANAGARI": "hi",
}
_SETS = {code: frozenset(words.split()) for code, words in WORDS.items()}


def detect(text: str) -> tuple[str, float]:
    """The likeliest language (ISO 639-1) and how sure that is, 0 to 1; English and 0 where nothing tells."""
    scripts = Counter(
        SCRIPTS.get(unicodedata.name(letter, "").split(" ")[0].split("-")[0])
        for letter in text
        if letter.isalpha()
    )
    if scripts["ja"]:
        return "ja", 0.9
    script, count = scripts.most_common(1)[0] if scripts else (None, 0)
    if script is not None:
        return script, count / scripts.total()
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text.lower())
    scores = {code: sum(word in known for word in words) for code, known in _SETS.items()}
    best = max(scores, key=lambda code: scores[code])
    total = sum(scores.values())
    return (best, scores[best] / total) if total else ("en", 0.0)
