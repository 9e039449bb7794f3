"""The scripted services satisfy their vendors' own clients, and those show their keys where ours does."""

from __future__ import annotations

import json
import subprocess

import pytest
from program import SPEECH, TESTS
from scripted_server import ScriptedServer
from vendor_services import HEARD, TRANSLATION, every

CLIENTS = TESTS / ".venv-clients/bin/python"
RECORDING = SPEECH / "en-pico_en-US-00.wav"
MP3 = bytes(1500)
KEY = "sk-canary-4711"


@pytest.mark.parametrize(("vendor", "understood", "key"), [
    ("openai", {"heard": HEARD, "fused": HEARD, "chat": TRANSLATION, "whole": TRANSLATION, "responses": TRANSLATION,
                "speech": "1500"}, ("authorization", f"Bearer {KEY}")),
    ("deepl", {"translated": TRANSLATION, "glossary": "def3a26b-3e84-45b3-84ae-0c0aaf3525f7"},
     ("authorization", f"DeepL-Auth-Key {KEY}")),
    ("elevenlabs", {"heard": HEARD, "language": "eng", "speech": "1500"}, ("xi-api-key", KEY)),
    ("deepgram", {"heard": HEARD}, ("authorization", f"Token {KEY}")),
    ("libretranslate", {"languages": "en es", "translated": TRANSLATION}, None),
])
def test_the_vendors_client_understands(vendor: str, understood: dict[str, str], key: tuple[str, str] | None) -> None:
    with ScriptedServer(every(MP3, RECORDING.read_bytes())) as server:
        command = [CLIENTS, TESTS / "Rigs/vendor_clients.py", vendor, server.url, RECORDING]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == understood
    if key:
        assert all(request.headers[key[0]] == key[1] for request in server.requests)
