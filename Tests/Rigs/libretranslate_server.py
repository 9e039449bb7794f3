"""LibreTranslate with its own HTTP interface and Apertium as the engine behind it, for its models are too large to be
had. Run in Tests/.venv-libretranslate:

    python libretranslate_server.py FOLDER PORT KEY

FOLDER gets what it writes. Every request for a translation has to show KEY."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import MagicMock

LANGUAGES = {"ca": "Catalan", "es": "Spanish", "it": "Italian"}
# Nothing is translated from Italian, so that one pair of known languages is missing.
MODES = {("ca", "es"): "cat-spa", ("es", "ca"): "spa-cat", ("es", "it"): "spa-ita"}
# Imported by LibreTranslate, but used only by its models, for documents, for its description and to guess languages.
UNUSED = ("ctranslate2", "sentencepiece", "minisbd", "argostranslatefiles", "argostranslatefiles.translatehtml",
          "flask_swagger", "langdetect", "langdetect.lang_detect_exception")


def use_apertium() -> None:
    """Puts Apertium in the place of the models that LibreTranslate would have installed."""
    from argostranslate import package, translate

    class Apertium(translate.ITranslation):
        """One of Apertium's modes."""

        def __init__(self, source: translate.Language, target: translate.Language, mode: str) -> None:
            self.from_lang, self.to_lang, self._mode = source, target, mode

        def hypotheses(self, input_text: str, num_hypotheses: int = 4) -> list[translate.Hypothesis]:
            """The one translation that it has, as often as it is wanted."""
            done = subprocess.run(["apertium", "-u", self._mode], input=input_text, capture_output=True, text=True,
                                  check=True, timeout=20)
            return [translate.Hypothesis(done.stdout, 0.0)] * num_hypotheses

    languages = {code: translate.Language(code, name) for code, name in LANGUAGES.items()}
    translations = [Apertium(languages[source], languages[target], mode) for (source, target), mode in MODES.items()]
    for translation in [*translations, *map(translate.IdentityTranslation, languages.values())]:
        translation.from_lang.translations_from.append(translation)
        translation.to_lang.translations_to.append(translation)
    translate.get_installed_languages = lambda: list(languages.values())
    # With less than two it would look for some to download.
    package.get_installed_packages = lambda: list(MODES)


def serve(folder: Path, port: int, key: str) -> None:
    """Serves until the process is ended."""
    os.environ.update({name: str(folder) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")})
    os.chdir(folder)
    sys.modules.update({name: MagicMock() for name in UNUSED})
    use_apertium()
    from libretranslate.api_keys import Database
    from libretranslate.main import main

    keys = folder / "keys.db"
    Database(str(keys)).add(1000, key)
    # Under attack it lets in only those who have a key.
    sys.argv = ["libretranslate", "--host", "127.0.0.1", "--port", str(port), "--disable-web-ui",
                "--disable-files-translation", "--api-keys", "--api-keys-db-path", str(keys), "--under-attack"]
    main()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
