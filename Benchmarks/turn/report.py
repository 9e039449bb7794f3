"""What was measured, as tables and as waterfalls."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass, field
from pathlib import Path

import waterfall
from ways import Measured

Marks = list[tuple[str, float]]


def ms(seconds: list[float]) -> int:
    """The median in whole milliseconds."""
    return round(statistics.median(seconds) * 1000)


def p90(seconds: list[float]) -> int:
    """The 90th percentile (nearest rank) in whole milliseconds."""
    return round(sorted(seconds)[max(0, math.ceil(0.9 * len(seconds)) - 1)] * 1000)


@dataclass
class Row:
    """One service and length of utterance."""

    service: str
    length: int
    turns: dict[str, list[tuple[Measured, Marks]]] = field(default_factory=dict)
    floors: list[float] = field(default_factory=list)

    def add(self, way: str, measured: Measured, floor: float, marks: Marks) -> None:
        """Takes one turn in."""
        self.turns.setdefault(way, []).append((measured, marks))
        if way == "program":
            self.floors.append(floor)

    def latencies(self, way: str) -> list[float]:
        """Seconds from the release to the first sound."""
        return [measured.latency for measured, _ in self.turns[way]]

    def typical(self, way: str) -> tuple[Measured, Marks]:
        """The turn whose latency is the median."""
        return sorted(self.turns[way], key=lambda turn: turn[0].latency)[(len(self.turns[way]) - 1) // 2]


def stages(measured: Measured, marks: Marks) -> list[waterfall.Stage]:
    """What one turn waited for, one after the other, in milliseconds from the release of the key. Where a stage was
    passed more than once (long speech, several sentences) it is the time that counts for the first sound."""
    def asked(path: str, what: str, first: bool) -> float | None:
        found = [at for name, at in marks if name == f"{path} {what}"]
        return (min(found) if first else max(found)) if found else None

    at = measured.milestones
    points: list[tuple[str, float | None]] = [
        ("detection", at.get("released")), ("hangover", at.get("last_byte_sent")),
        ("upload tail", asked("/v1/audio/transcriptions", "asked", first=False)),
        ("recognition", at.get("final_text") or asked("/v1/audio/transcriptions", "answered", first=False)),
        ("first token", at.get("first_translated_word")),
        ("first sentence", asked("/v1/audio/speech", "asked", first=True)),
        ("first MP3 byte", at.get("first_speech_byte")), ("player start", measured.first_sound)]
    found, before = [], measured.key_up
    for name, time in points:
        if time is None:
            continue
        end = min(max(time, before), measured.first_sound)
        found.append((name, (before - measured.key_up) * 1000, (end - measured.key_up) * 1000))
        before = end
    return found


def tables(rows: list[Row]) -> dict:
    """The main table, and where the program's milliseconds went."""
    main, parts = [], []
    names: list[str] = []
    for row in rows:
        medians = {way: ms(row.latencies(way)) for way in row.turns}
        floor, ours = ms(row.floors), medians["program"]
        shares = [measured.processor_share for measured, _ in row.turns["program"]]
        main.append([row.service, row.length, len(row.floors), medians["script"], medians["sequential"], ours,
                     p90(row.latencies("program")), floor, round(ours / floor, 2), round(ours / medians["script"], 2),
                     round(100 * statistics.median(shares), 1)])
        spans = [{name: end - begin for name, begin, end in stages(*turn)} for turn in row.turns["program"]]
        names = names or [name for name, _, _ in stages(*row.typical("program"))]
        parts.append((row, {name: round(statistics.median(span.get(name, 0.0) for span in spans))
                            for name in {name for span in spans for name in span}}))
    columns = list(dict.fromkeys([*names, *(name for _, found in parts for name in found)]))
    return {
        "columns": ["service", "utterance s", "turns", "script ms", "overlap off ms", "program ms", "p90 ms",
                    "floor ms", "program / floor", "program / script", "CPU %"],
        "rows": main,
        "more": {"stages": {
            "columns": ["service", "utterance s", *(f"{name} ms" for name in columns)],
            "rows": [[row.service, row.length, *(found.get(name, "") for name in columns)] for row, found in parts]}}}


def draw(rows: list[Row], results: Path, build: Path) -> None:
    """The waterfalls of the typical turns, as text and as a picture."""
    results.mkdir(exist_ok=True)
    charts = [(f"{row.service}, {row.length} s, {title}", stages(*row.typical(way)))
              for row in rows for way, title in (("script", "script"), ("sequential", "overlap off"),
                                                 ("program", "program"))]
    (results / "turn-waterfall.txt").write_text("\n".join(waterfall.text(*chart) for chart in charts))
    build.mkdir(parents=True, exist_ok=True)
    waterfall.picture(charts, results / "turn-waterfall.png", build)
