"""What a translation must keep, and what no text may do."""

from __future__ import annotations

import random
import re
import threading
from pathlib import Path

import pytest
from launch import Launched
from turn import take
from voice_translator_engine.sentences import LONGEST, split
from voice_translator_engine.translate import apertium
from voice_translator_engine.translate.routes import Route, Routes
from voice_translator_engine.translate.spelling import spanish, spelled
from voice_translator_engine.translate.verbatim import pieces


def translate(engine: Launched, text: str, source: str, target: str) -> str:
    """One text through the engine."""
    status, _, answer = engine.ask("POST", "/translate", {"q": text, "source": source, "target": target})
    assert status == 200, answer
    return answer["translatedText"]


@pytest.mark.parametrize(
    ("english", "spanish_text"),
    [
        ("Where is the nearest train station?", "¿Dónde está la estación de tren más próxima?"),
        ("How much does it cost? It is 12.50 euros.", "¿Cuánto cuesta? Es 12.50 euros."),
        ("Good morning! The train leaves at 10:45.", "¡Buen día! El tren sale a las 10:45."),
    ],
)
def test_spanish_through_portuguese_has_its_marks_and_accents(
    launched: Launched,
    english: str,
    spanish_text: str,
) -> None:
    assert translate(launched, english, "en", "es") == spanish_text


@pytest.mark.parametrize(
    ("text", "spelled_text"),
    [
        ("Donde está?", "¿Dónde está?"),
        ("Cuesta 12.50 euros?", "¿Cuesta 12.50 euros?"),
        ("Hola. Como estás?", "Hola. ¿Cómo estás?"),
        ("¿Qué?", "¿Qué?"),
        ("¡Ven!", "¡Ven!"),
        ("Ven! Ahora.", "¡Ven! Ahora."),
        ("Para que sirve?", "¿Para qué sirve?"),
        ("Creo que como pan.", "Creo que como pan."),
        ("", ""),
    ],
)
def test_spanish_marks(text: str, spelled_text: str) -> None:
    assert spanish(text) == spelled_text


def test_a_capital_is_kept_and_none_is_made_up() -> None:
    assert spelled("Good day", "buen día", "es") == "Buen día"
    assert spelled("good day", "buen día", "es") == "buen día"
    assert spelled("Three", "3 a", "es") == "3 a"


@pytest.mark.parametrize("target", ["pt", "es", "fr", "it"])
@pytest.mark.parametrize(
    "kept",
    [
        "https://example.com/a_b?c=d#e",
        "jose.perez+x@example.com",
        "`ls -la /tmp`",
        "/etc/hosts",
        "<b>",
        "a\\b",
        "{x}",
        "^y$",
        "@me",
        "#tag",
    ],
)
def test_what_is_not_language_passes_through(launched: Launched, target: str, kept: str) -> None:
    assert f" {kept} " in translate(launched, f"Please take {kept} now.", "en", target)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("The train leaves at 10:45 from platform 7.", "pt"),
        ("The train leaves at 10:45 from platform 7.", "es"),
        ("It costs 1250 euros and 30 cents.", "es"),
        ("Call 555-1234 before 18:30.", "fr"),
        ("I am 27 years old.", "it"),
    ],
)
def test_numbers_are_kept(launched: Launched, text: str, target: str) -> None:
    assert re.findall(r"\d+", translate(launched, text, "en", target)) == re.findall(r"\d+", text)


@pytest.mark.parametrize("target", ["pt", "es", "ca"])
def test_names_are_kept(launched: Launched, target: str) -> None:
    translated = translate(launched, "My name is John Smith and this is Maria Schneider.", "en", target)
    assert "John Smith" in translated and "Maria Schneider" in translated


def test_line_breaks_are_kept(launched: Launched) -> None:
    assert translate(launched, "Good morning.\n\nGood night.\n", "en", "pt") == "Bom dia.\n\nBoa noite.\n"
    lines = take(
        launched.path, b"Good morning.\nGood night.", "text/plain", source="en", to=["pt", "es"], speech=0
    )
    joined = {
        target: "".join(line["text"] for line in lines if line.get("target") == target)
        for target in ("pt", "es")
    }
    assert joined["pt"] == "Bom dia.\nBoa noite."
    assert joined["es"].count("\n") == 1


def test_no_text_changes_what_the_engine_does(launched: Launched) -> None:
    expected = translate(launched, "Hola, amigo.", "es", "pt")
    choice = random.Random(5)
    alphabet = "ab \\^$/@<>{}[]~*#&|+_=-\"'`;:.,¿?\t" + "\u0000\u0001\u200f\u2028é😀"
    for round_ in range(60):
        text = "".join(choice.choice(alphabet) for _ in range(choice.randrange(1, 40)))
        translate(launched, text, "es", ("pt", "ca", "en", "fr")[round_ % 4])
    assert translate(launched, "Hola, amigo.", "es", "pt") == expected


@pytest.mark.parametrize(
    "text", ["a/b", "^hola$", "[x]", "{a}<b>", "\\", "uno @ dos", "100 %", "«hola»", "a\nb"]
)
def test_apertium_s_reserved_characters_come_back(text: str) -> None:
    assert apertium.unescape(apertium.escape(text)) == text
    direction = next(way for way in apertium.find() if (way.source, way.target) == ("es", "pt"))
    try:
        assert direction.translate(text).count("\n") == text.count("\n")
        assert direction.translate("Hola.") == "Olá."
    finally:
        direction.stop()


def test_a_pipeline_that_died_is_started_again() -> None:
    direction = next(way for way in apertium.find() if (way.source, way.target) == ("es", "pt"))
    try:
        assert direction.translate("Hola.") == "Olá."
        direction._processes[1].kill()
        assert direction.translate("Hola.") == "Olá."
    finally:
        direction.stop()


def test_the_engine_knows_many_pairs_and_marks_the_rough_ones(launched: Launched) -> None:
    routes = launched.ask("GET", "/v1/capabilities")[2]["routes"]
    assert len(routes) >= 60
    for route in routes:
        assert route["rough"] == any("neural" not in hop for hop in route["route"])


class Step:
    """A direction that notes its way."""

    rough = False

    def __init__(self, source: str, target: str, cost: float) -> None:
        self.source, self.target, self.cost, self.label = source, target, cost, f"{source}-{target}"

    def translate(self, sentence: str) -> str:
        return f"{sentence}>{self.target}"


def test_the_cheapest_route_is_taken() -> None:
    routes = Routes(
        [Step("a", "b", 1), Step("b", "c", 1), Step("a", "c", 3), Step("a", "d", 1), Step("a", "d", 9)]
    )
    found = routes.find("a", "c")
    assert found.labels == ["a-b", "b-c"]
    assert found.translate("x ") == "x>b>c "
    assert routes.find("a", "d").hops[0].cost == 1
    assert routes.find("c", "a") is None
    assert routes.find("a", "a") == Route(())


@pytest.mark.parametrize(
    "text",
    [
        "Hi. There! Are you? Yes…",
        "Mr. Smith paid 3.50 € to Dr. No.",
        "a\n\nb",
        " x ",
        "駅は？どこ。",
        "No punctuation at all",
        "U.S. prices rose. E.g. this.",
        "",
        "no end " * 500,
        "x" * 3000,
        "one, two three " * 200,
        "駅" * 1200,
    ],
)
def test_sentences_join_to_the_text(text: str) -> None:
    assert "".join(split(text)) == text
    assert all(len(sentence) <= LONGEST for sentence in split(text))


def test_a_text_without_an_end_keeps_nobody_waiting(launched: Launched) -> None:
    launched.wait_ready()
    greedy = threading.Thread(target=translate, args=(launched, "secret " * 3000, "en", "pt"))
    greedy.start()
    for _ in range(3):
        assert translate(launched, "Good morning.", "en", "pt") == "Bom dia."
    assert greedy.is_alive(), "the others were served meanwhile"
    greedy.join(240)


def test_half_a_character_is_refused(launched: Launched) -> None:
    status, _, answer = launched.ask("POST", "/translate", {"q": "\ud800", "source": "en", "target": "pt"})
    assert status == 400 and "surrogate" in answer["error"]


def test_pieces_join_to_the_text() -> None:
    text = "See https://a.example/b. Then `x y` or a@b.example, <i>now</i>."
    assert "".join(piece for piece, _ in pieces(text)) == text
    assert [piece for piece, language in pieces(text) if not language and piece.strip(" ,.")] == [
        "https://a.example/b",
        "`x y`",
        "a@b.example",
        "<i>",
        "</i>",
    ]


def test_models_directory_names(tmp_path: Path) -> None:
    from voice_translator_engine.translate import neural

    for name in ("enpt", "en-fil", ".fetch-x", "en"):
        (tmp_path / "translate" / name).mkdir(parents=True)
    assert [(way.source, way.target) for way in neural.find([tmp_path])] == [("en", "fil"), ("en", "pt")]
