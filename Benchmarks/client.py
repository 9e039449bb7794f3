"""What the client adds to bare curl: the same three requests of a turn, both in one run, median of alternating rounds."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/Rigs"))
from scripted_server import ScriptedServer  # noqa: E402
from vendor_services import HEARD, TRANSLATION, every  # noqa: E402

TURNS, ROUNDS = 50, 7
BINARY = os.environ.get("VOICE_TRANSLATOR_BINARY", str(ROOT / ".build/release/voice-translator"))
RECORDING = ROOT / "Tests/Speech/en-pico_en-US-00.wav"


def seconds(command: list[str], env: dict[str, str]) -> float:
    """How long a command takes."""
    began = time.monotonic()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - began


def per_turn(one: list[str], many: list[str], env: dict[str, str]) -> float:
    """Milliseconds of a turn: many turns less one, so that a program's start doesn't count."""
    return (seconds(many, env) - seconds(one, env)) / (TURNS - 1) * 1000


def measure(folder: Path) -> tuple[list[float], list[float]]:
    """Milliseconds per turn of the client and of curl, round by round."""
    mp3 = bytes(40_000)
    with ScriptedServer(every(mp3, b"")) as server:
        config = folder / "config.toml"
        config.write_text(f'backend = "x"\n[backends.x]\nkind = "openai"\nurl = "{server.url}/v1"\n')
        env = os.environ | {"HOME": str(folder), "XDG_STATE_HOME": str(folder), "VOICE_TRANSLATOR_HISTORY_ENABLED": "false"}
        chat = json.dumps({"model": "m", "stream": True, "messages": [{"role": "user", "content": HEARD}]})
        speech = json.dumps({"model": "tts-1", "voice": "alloy", "input": TRANSLATION, "response_format": "mp3"})

        def client(turns: int) -> list[str]:
            return [BINARY, "translate", *[str(RECORDING)] * turns, "--config", str(config), "--from", "en", "--to", "es",
                    "--speak", str(folder / "{name}.mp3")]

        def curl(turns: int) -> list[str]:
            out = ["-sS", "-o", str(folder / "out")]
            turn = [[*out, "-F", "model=whisper-1", "-F", f"file=@{RECORDING}", f"{server.url}/v1/audio/transcriptions"],
                    [*out, "--json", chat, f"{server.url}/v1/chat/completions"],
                    [*out, "--json", speech, f"{server.url}/v1/audio/speech"]]
            words = ["curl"]
            for request in turn * turns:
                words += [*(["--next"] if len(words) > 1 else []), *request]
            return words

        rounds = [(per_turn(client(1), client(TURNS), env), per_turn(curl(1), curl(TURNS), env)) for _ in range(ROUNDS)]
    return [one for one, _ in rounds], [two for _, two in rounds]


if __name__ == "__main__":
    # In memory, so that no disk's time is in it: the client waits until speech is on the disk, curl doesn't.
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as name:
        ours, bare = measure(Path(name))
    added = [one - two for one, two in zip(ours, bare, strict=True)]
    rows = [["this client", round(statistics.median(ours), 2)], ["curl", round(statistics.median(bare), 2)],
            ["added", round(statistics.median(added), 2)]]
    print(json.dumps({"columns": ["three requests of a turn", "median ms"], "rows": rows}))
