"""From the release of the key to the first sound of the translation: the program, the same with one stage after the
other, the usual programs in a script, and what the services' own delays leave at best. All in one run, by one clock,
on one virtual sound card, the first sound measured at its speaker.

VOICE_TRANSLATOR_BENCH_TURNS sets the turns of each way and length (20), VOICE_TRANSLATOR_BENCH_SECONDS the lengths
(2,4,8,20), VOICE_TRANSLATOR_BENCH_SERVICES the services (cloud,engine:en:es,engine:es:en)."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "turn"), str(HERE.parent / "Tests/EndToEnd")]

import report  # noqa: E402
from services import CloudService, EngineService  # noqa: E402
from speaker import Speaker  # noqa: E402
from ways import Measured, Program, Script  # noqa: E402

from conftest import AudioRig  # noqa: E402

TURNS = int(os.environ.get("VOICE_TRANSLATOR_BENCH_TURNS", "20"))
LENGTHS = [int(word) for word in os.environ.get("VOICE_TRANSLATOR_BENCH_SECONDS", "2,4,8,20").split(",")]
SERVICES = os.environ.get("VOICE_TRANSLATOR_BENCH_SERVICES", "cloud,engine:en:es,engine:es:en").split(",")
BINARY = Path(os.environ.get("VOICE_TRANSLATOR_BINARY", HERE.parent / ".build/release/voice-translator"))


def environment(home: Path, card: AudioRig) -> dict[str, str]:
    """A private home, and the virtual sound card."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("XDG_", "VOICE_TRANSLATOR_", "PULSE_", "ALSA_", "LC_"))}
    runtime = home / "run"
    runtime.mkdir(mode=0o700)
    places = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "DATA", "STATE")}
    return kept | places | card.environment() | {
        "HOME": str(home), "XDG_RUNTIME_DIR": str(runtime), "LANG": "C.UTF-8", "CLOUD_KEY": "none"}


def measure(service, home: Path, env: dict[str, str], card: AudioRig, speaker: Speaker) -> list[report.Row]:
    """Every way and length with one service."""
    rows = {length: report.Row(service.name, length) for length in LENGTHS}
    utterances = {length: [service.utterance(length, number, home) for number in range(TURNS)] for length in LENGTHS}

    def program(overlap: bool) -> Program:
        config = home / f"{service.name.replace(':', '-')}-{overlap}.toml"
        config.write_text(f"overlap = {str(overlap).lower()}\n{service.configuration}")
        return Program(BINARY, env, config, service.pair, card, speaker)

    ways = {"script": lambda: Script(service.script, env, card, speaker), "sequential": lambda: program(False),
            "program": lambda: program(True)}
    for way, make in ways.items():
        driver = make()
        try:
            for length in LENGTHS:
                for number, utterance in enumerate(utterances[length]):
                    service.expect(utterance)
                    speaker.wait_silent(0.4)
                    measured: Measured = driver.turn(utterance)
                    rows[length].add(way, measured, service.floor(utterance), service.marks())
                    print(f"{service.name} {length} s {way} {number + 1}: {measured.latency * 1000:.0f} ms",
                          file=sys.stderr)
        finally:
            driver.close()
    return list(rows.values())


def main() -> None:
    """Prints the rows, and writes the waterfalls beside the results."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="vt-") as folder:
        home = Path(folder)
        card = AudioRig(home / "card")
        card("start")
        try:
            env = environment(home, card)
            speaker = Speaker(env)
            for name in SERVICES:
                with (CloudService(home) if name == "cloud" else EngineService(home, *name.split(":")[1:])) as service:
                    rows += measure(service, home, env, card, speaker)
            speaker.stop()
        finally:
            card("stop")
    report.draw(rows, HERE / "results", HERE.parent / ".build/bench")
    print(json.dumps(report.tables(rows)))


if __name__ == "__main__":
    main()
