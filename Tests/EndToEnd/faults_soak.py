"""Ten thousand turns over a service that fails in every way: no recording is lost, and none is translated twice.

Recordings wait in the unsent folder, `unsent send` sends them, and what it prints is held against what is gone."""

from __future__ import annotations

import os
import random
import struct
import subprocess
import wave
from io import BytesIO
from pathlib import Path

from scripted_server import Reply, Request, ScriptedServer
from vendor_services import reply

TURNS = int(os.environ.get("VOICE_TRANSLATOR_SOAK_TURNS", "10000"))
BATCH = 100
NEVER = {"x-should-retry": "false"}


def recording(number: int) -> bytes:
    """A WAVE file whose first samples hold a number."""
    out = BytesIO()
    with wave.open(out, "wb") as file:
        file.setparams((1, 2, 16000, 0, "NONE", ""))
        file.writeframes(struct.pack("<I", number) + bytes(3200))
    return out.getvalue()


class Faults:
    """Answers, three in ten of which are faults."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0

    def answer(self, good: Reply) -> Reply:
        """The right answer, or a fault."""
        faults = [
            lambda: Reply(b"<html>no</html>", "text/html", self.random.choice([500, 502, 503, 504]), NEVER),
            lambda: Reply(b"{}", status=429, headers=NEVER | {"Retry-After": "1"}),
            lambda: Reply(b"<html>log in</html>", "text/html"),
            lambda: Reply(good.body[: len(good.body) // 2]),
            lambda: Reply(b'{"text": "\xff\xfe'),
            lambda: Reply(b"", status=307, headers={"Location": "http://127.0.0.1:9/"}),
            lambda: Reply(b'{"error": {"message": "busy"}}', status=400),
            lambda: Reply(good.body, headers={"Content-Encoding": "gzip"}),
        ]
        if self.random.random() > 0.3:
            return good
        self.count += 1
        return self.random.choice(faults)()


def test_nothing_is_lost_in_ten_thousand_faulted_turns(binary: Path, engine_env, home: Path) -> None:
    unsent = home / "state/voice-translator/unsent"
    unsent.mkdir(parents=True, mode=0o700)
    (home / "state").chmod(0o700)
    unsent.parent.chmod(0o700)
    faults = Faults(4711)
    turns, made, sent = 0, 0, set()

    def heard(request: Request) -> Reply:
        content = request.form[-1][2]
        return faults.answer(reply({"text": f"This is recording {struct.unpack('<I', content[44:48])[0]}."}))

    def translated(request: Request) -> Reply:
        number = request.json["messages"][1]["content"].rstrip('."}').rsplit(" ", 1)[1]
        message = {"role": "assistant", "content": f"Esta es la grabación {number}."}
        return faults.answer(reply({"choices": [{"index": 0, "finish_reason": "stop", "message": message}]}))

    answers = {("POST", "/v1/audio/transcriptions"): heard, ("POST", "/v1/chat/completions"): translated}
    with ScriptedServer(answers) as server:
        config = home / "config.toml"
        config.write_text(f'backend = "x"\nfrom = "en"\nto = ["es"]\n[backends.x]\nkind = "openai"\nurl = "{server.url}/v1"\n')
        while turns < TURNS or any(unsent.glob("*.wav")):
            while turns < TURNS and len(list(unsent.glob("*.wav"))) < BATCH:
                (unsent / f"20260101-{made // 100:06}-4000000-{made % 100:03}.wav").write_bytes(recording(made))
                made += 1
            before = len(list(unsent.glob("*.wav")))
            done = subprocess.run([binary, "unsent", "send", "--config", config], env=engine_env, capture_output=True,
                                  text=True, check=False, timeout=1200)
            assert done.returncode in (0, 1), done.stderr
            lines = done.stdout.splitlines()
            for said, translation in zip(lines[::2], lines[1::2], strict=True):
                number = int(said.rstrip(".").rsplit(" ", 1)[1])
                assert translation == f"Esta es la grabación {number}."
                assert number not in sent
                sent.add(number)
            turns += before
            waiting = {struct.unpack("<I", path.read_bytes()[44:48])[0] for path in unsent.glob("*.wav")}
            assert waiting.isdisjoint(sent)
            assert waiting | sent == set(range(made)), "a recording is lost"
    assert len(sent) == made
    print(f"{turns} turns, {faults.count} faults, {made} recordings, 0 lost")
