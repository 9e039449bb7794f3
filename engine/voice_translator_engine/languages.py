"""Language tags and names."""

from __future__ import annotations

THREE_LETTERS = {"afr": "af", "arg": "an", "bel": "be", "bul": "bg", "cat": "ca", "cym": "cy", "dan": "da", "deu": "de",
                 "eng": "en", "epo": "eo", "spa": "es", "eus": "eu", "fra": "fr", "glg": "gl", "hbs": "sh", "hin": "hi",
                 "isl": "is", "ita": "it", "mkd": "mk", "nld": "nl", "nno": "nn", "nob": "nb", "oci": "oc", "pol": "pl",
                 "por": "pt", "ron": "ro", "rus": "ru", "slv": "sl", "srd": "sc", "swe": "sv", "ukr": "uk", "urd": "ur"}
"""ISO 639-3 to 639-1, for the names that Apertium uses."""
NAMES = {
    "af": "Afrikaans", "an": "Aragonese", "ar": "Arabic", "ast": "Asturian", "be": "Belarusian", "bg": "Bulgarian",
    "bn": "Bengali", "bs": "Bosnian", "ca": "Catalan", "cs": "Czech", "cy": "Welsh", "da": "Danish", "de": "German",
    "el": "Greek", "en": "English", "eo": "Esperanto", "es": "Spanish", "et": "Estonian", "eu": "Basque",
    "fa": "Persian", "fi": "Finnish", "fr": "French", "ga": "Irish", "gl": "Galician", "gu": "Gujarati",
    "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "hy": "Armenian", "id": "Indonesian",
    "is": "Icelandic", "it": "Italian", "ja": "Japanese", "ka": "Georgian", "kk": "Kazakh", "ko": "Korean",
    "lt": "Lithuanian", "lv": "Latvian", "mk": "Macedonian", "ml": "Malayalam", "ms": "Malay", "mt": "Maltese",
    "nb": "Norwegian Bokmål", "nl": "Dutch", "nn": "Norwegian Nynorsk", "no": "Norwegian", "oc": "Occitan",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sc": "Sardinian", "sk": "Slovak",
    "sl": "Slovenian", "sq": "Albanian", "sr": "Serbian", "sv": "Swedish", "sw": "Swahili", "ta": "Tamil",
    "te": "Telugu", "th": "Thai", "tl": "Tagalog", "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu",
    "vi": "Vietnamese", "zh": "Chinese"}
UNSPACED = {"zh", "ja", "th", "lo", "km", "my"}
"""Languages that put no space between sentences."""


def primary(tag: str) -> str:
    """The language of a BCP 47 tag: `es-419` and `SPA` give `es`."""
    first = tag.replace("_", "-").split("-")[0].lower()
    return THREE_LETTERS.get(first, first)


def name(code: str) -> str:
    """The language's English name, or the code where it has none here."""
    return NAMES.get(primary(code), code)
