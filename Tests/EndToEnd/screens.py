"""Driving the screen without a microphone: a service that translates as the test says, and typed utterances."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from ptyrig import Rig
from scripted_server import Reply, Request, ScriptedServer, events


def translator(answer: Callable[[str], str]) -> ScriptedServer:
    """A chat service, real but for its mind: `answer` gives the translation of a text."""

    def chat(request: Request) -> Reply:
        import json
        text = json.loads(request.json["messages"][1]["content"])["text"]
        return events({"choices": [{"delta": {"content": answer(text)}}]}, {"choices": [], "usage": {}})

    return ScriptedServer({("POST", "/v1/chat/completions"): chat})


def configure(home: Path, url: str, more: str = "") -> list[str]:
    """The options for a program that has its text translated at `url`, and speaks nothing."""
    path = home / "config.toml"
    path.write_text(f'from = "en"\nto = ["es"]\nbackend = "cloud"\n{more}\n[speech]\nenabled = false\n'
                    f'[backends.cloud]\nkind = "openai"\nurl = "{url}/v1"\nkey_env = "CLOUD_KEY"\n'
                    'recognize = { model = "r" }\ntranslate = { model = "t" }\nspeak = { model = "s", voice = "v" }\n')
    return ["--config", str(path)]


def say(rig: Rig, text: str, shown: str | None = None) -> None:
    """Types an utterance and waits until its translation is shown."""
    rig.tap("i")
    rig.wait_for(r"Say:", 5)
    rig.paste(text) if rig.modes.get(2004) else rig.type(text)
    rig.wait_for(re.escape(text[-8:]), 5)
    rig.tap("Return")
    if shown:
        rig.wait_for(shown, 20)


def forms(raw: bytes) -> set[str]:
    """The kinds of escape sequences in a program's output: introducer, private mark and final byte of each, and every
    control character but those that move the cursor."""
    text = raw.decode("utf-8", "surrogateescape")
    found = {f"CSI {m[1]}{m[2]}" for m in re.finditer(r"\x1b\[([<=>?]?)[0-9:;]*[ -/]*([@-~])", text)}
    rest = re.sub(r"\x1b\[[<=>?]?[0-9:;]*[ -/]*[@-~]|\x1b[()][0-9A-B]|\x1b[=>78M]", "", text)
    found |= {f"ESC {m}" for m in re.findall(r"\x1b(.?)", rest, re.S)}
    return found | {f"U+{ord(c):04X}" for c in rest if (ord(c) < 32 and c not in "\x1b\r\n\b") or 0x7F <= ord(c) <= 0x9F
                    or 0xDC80 <= ord(c) <= 0xDCFF or c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"}
