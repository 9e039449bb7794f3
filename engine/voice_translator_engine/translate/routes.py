"""Routes: the cheapest path over the directions that are present."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from .spelling import spelled
from .verbatim import pieces

NEURAL_COST, RULES_COST, DISTANT_RULES_COST = 1.0, 4.0, 20.0
"""A rule-based hop between related languages costs as much as several neural ones; between unrelated ones, a
lot."""


class Direction(Protocol):
    """One way to translate from a language into another. All calls come from the translation worker."""

    source: str
    target: str
    cost: float
    rough: bool
    label: str

    def translate(self, sentence: str) -> str:
        """Translates one sentence without line breaks; may load what it needs first."""
        ...


@dataclass(frozen=True)
class Route:
    """Directions to take one after the other; none where source and target are the same language."""

    hops: tuple[Direction, ...]

    @property
    def rough(self) -> bool:
        """Whether the result is only good enough to get by."""
        return any(hop.rough for hop in self.hops)

    @property
    def labels(self) -> list[str]:
        """Each hop in words, as `en-pt neural`."""
        return [hop.label for hop in self.hops]

    def translate(self, sentence: str) -> str:
        """Takes one sentence through all hops; what isn't language and white space at the ends stay as they
        are."""
        translated = "".join(
            self._piece(piece) if language else piece for piece, language in pieces(sentence)
        )
        return spelled(sentence, translated, self.hops[-1].target) if self.hops else sentence

    def _piece(self, text: str) -> str:
        core = text.strip()
        translated = core
        for hop in self.hops:
            translated = hop.translate(translated)
        start = text.index(core)
        return text[:start] + translated.strip() + text[start + len(core) :]


class Routes:
    """All directions as a graph."""

    def __init__(self, directions: Iterable[Direction]) -> None:
        self._leaving: dict[str, dict[str, Direction]] = {}
        for direction in directions:
            known = self._leaving.setdefault(direction.source, {}).get(direction.target)
            if known is None or direction.cost < known.cost:
                self._leaving[direction.source][direction.target] = direction

    def from_language(self, source: str) -> dict[str, Route]:
        """The cheapest route to every language that can be reached (Dijkstra), the source itself included."""
        done: dict[str, Route] = {}
        waiting: list[tuple[float, int, str, tuple[Direction, ...]]] = [(0.0, 0, source, ())]
        order = 0
        while waiting:
            cost, _, language, hops = heapq.heappop(waiting)
            if language in done:
                continue
            done[language] = Route(hops)
            for target, direction in self._leaving.get(language, {}).items():
                order += 1
                heapq.heappush(waiting, (cost + direction.cost, order, target, (*hops, direction)))
        return done

    def find(self, source: str, target: str) -> Route | None:
        """The cheapest route, or None."""
        return self.from_language(source).get(target)

    @property
    def sources(self) -> list[str]:
        """Languages that something can be translated from."""
        return sorted(self._leaving)
