"""The `libretranslatepy` client as the judge of the LibreTranslate-compatible routes."""

from __future__ import annotations

import urllib.error
from collections.abc import Iterator

import pytest
from launch import Launched
from libretranslatepy import LibreTranslateAPI


@pytest.fixture(scope="module")
def server() -> Iterator[Launched]:
    """An engine on loopback TCP."""
    with Launched() as engine:
        yield engine


@pytest.fixture(scope="module")
def api(server: Launched) -> LibreTranslateAPI:
    """The client at that engine."""
    return LibreTranslateAPI(f"http://127.0.0.1:{server.port}/")


def test_a_text_is_translated(api: LibreTranslateAPI) -> None:
    assert api.translate("Good morning.", "en", "pt") == "Bom dia."


def test_the_languages_name_their_targets(api: LibreTranslateAPI) -> None:
    languages = {language["code"]: language for language in api.languages()}
    assert languages["en"]["name"] == "English"
    assert {"pt", "es", "en"} <= set(languages["en"]["targets"])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Where is the train station?", "en"),
        ("¿Dónde está la estación?", "es"),
        ("Où est la gare ?", "fr"),
        ("Wo ist der Bahnhof?", "de"),
        ("Dov'è la stazione, per favore?", "it"),
        ("駅はどこですか", "ja"),
    ],
)
def test_a_text_s_language_is_found(api: LibreTranslateAPI, text: str, code: str) -> None:
    assert api.detect(text)[0]["language"] == code


def test_an_unknown_language_is_an_error(api: LibreTranslateAPI) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        api.translate("Hello", "en", "xx")
    assert refused.value.code == 400


def test_lists_detection_and_html(server: Launched) -> None:
    ask = {
        "q": ["Good morning.", "<b>Good morning.</b><br>Tom &amp; Ann."],
        "source": "auto",
        "target": "pt",
        "format": "html",
    }
    status, _, answer = server.ask("POST", "/translate", ask)
    assert status == 200
    assert answer["translatedText"][0] == "Bom dia."
    assert answer["translatedText"][1].startswith("<b>Bom dia.</b><br>Tom")
    assert [found["language"] for found in answer["detectedLanguage"]] == ["en", "en"]


def test_errors_are_in_libretranslate_s_shape(server: Launched) -> None:
    status, _, answer = server.ask("POST", "/translate", {"q": "Hello"})
    assert status == 400
    assert answer == {"error": "Invalid request: missing source or target parameter"}
