"""The services that turns are measured with: how each is configured, what is said to it, and its own delays."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import time
from pathlib import Path
from typing import Self

import numpy as np
from cloud import Cloud
from speaker import now
from speech import ROOT, Utterance, compose, sentences, trimmed
from ways import LEAD_S, TAIL_S

MODELS = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "voice-translator/models"


class Engine:
    """A running built-in engine."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700)
        self.socket = folder / "engine.sock"
        python = ROOT / "engine/.venv/bin/python"
        self._process = subprocess.Popen(
            [python, "-m", "voice_translator_engine", "--socket", self.socket, "--models", MODELS, "--exit-on-stdin-eof"],
            stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT / "engine")
        for _ in range(600):
            try:
                if self.ask("GET", "/healthz")["status"] == "ready":
                    return
            except OSError:
                pass
            time.sleep(0.1)
        raise TimeoutError("the engine did not become ready")

    def ask(self, method: str, route: str, body: object = None, kind: str = "application/json") -> object:
        """One request; gives the answer, read as JSON where it is that."""
        import socket

        connection = http.client.HTTPConnection("localhost", timeout=60)
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.settimeout(60)
        connection.sock.connect(str(self.socket))
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        connection.request(method, route, data, {"Content-Type": kind} if data else {})
        response = connection.getresponse()
        answer = response.read()
        connection.close()
        assert response.status == 200, answer
        return json.loads(answer) if response.headers["Content-Type"].startswith("application/json") else answer

    def speak(self, text: str, language: str) -> np.ndarray:
        """A text as samples, without the silence at its ends."""
        answer = self.ask("POST", "/v1/audio/speech", {
            "model": "tts-1", "voice": "any", "input": text, "language": language, "response_format": "wav"})
        return trimmed(np.frombuffer(answer[44:], "<i2"))

    def stop(self) -> None:
        """Ends it."""
        self._process.stdin.close()
        self._process.wait(20)


class Service:
    """What is common: recordings of the source language's sentences."""

    name: str
    pair: tuple[str, str]

    def __init__(self, home: Path, *, language: str) -> None:
        self.engine = Engine(home / f"engine-{self.name.replace(':', '-')}")
        self._recordings = {text: self.engine.speak(text, language) for text in sentences(language)}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def utterance(self, length: int, number: int, home: Path) -> Utterance:
        """What is said in the turn with this number."""
        return compose(self._recordings, length, number % len(self._recordings), home)

    def expect(self, utterance: Utterance) -> None:
        """This is said next."""

    def marks(self) -> list[tuple[str, float]]:
        """What the service saw of the turn, with times."""
        return []

    def stop(self) -> None:
        """Ends what was started."""
        self.engine.stop()


class CloudService(Service):
    """The scripted cloud. The engine only speaks what is said to it, and is ended before anything is measured."""

    name, pair = "cloud", ("en", "es")

    def __init__(self, home: Path) -> None:
        super().__init__(home, language="en")
        wave, tone = home / "tone.wav", home / "tone.mp3"
        subprocess.run(["sox", "-q", "-n", "-r", "24000", "-c", "1", wave, "synth", "0.6", "sine", "440"], check=True)
        subprocess.run(["lame", "--quiet", wave, tone], check=True)
        self._cloud = Cloud(dict(zip(sentences("en"), sentences("es"))), tone.read_bytes())
        self.script = ["cloud", self._cloud.url, *self.pair]
        self.configuration = (f'backend = "cloud"\n[backends.cloud]\nkind = "openai"\nurl = "{self._cloud.url}"\n'
                              'key_env = "CLOUD_KEY"\nrecognize = { model = "whisper-1", live_upload = true }\n')
        self.engine.stop()

    def expect(self, utterance: Utterance) -> None:
        """Tells the cloud what it will hear."""
        self._cloud.expect(list(utterance.sentences))

    def floor(self, utterance: Utterance) -> float:
        """The cloud's delays for one request after the other."""
        return self._cloud.floor(LEAD_S + utterance.seconds + TAIL_S, list(utterance.sentences))

    def marks(self) -> list[tuple[str, float]]:
        """The cloud's requests."""
        return list(self._cloud.marks)

    def stop(self) -> None:
        """Ends the cloud."""
        self._cloud.stop()


class EngineService(Service):
    """The built-in engine, for one pair of languages."""

    def __init__(self, home: Path, source: str, target: str) -> None:
        self.name, self.pair = f"engine:{source}:{target}", (source, target)
        super().__init__(home, language=source)
        self.script = ["engine", str(self.engine.socket), source, target]
        self.configuration = f'backend = "engine"\n[engine]\nsocket = "{self.engine.socket}"\n'
        self._floors: dict[Path, float] = {}

    def floor(self, utterance: Utterance) -> float:
        """What the engine takes for the whole recording, one request after the other, without any client: recognition,
        the first sentence's translation and speech. The faster of two."""
        if utterance.path not in self._floors:
            self._floors[utterance.path] = min(self._serial(utterance) for _ in range(2))
        return self._floors[utterance.path]

    def _serial(self, utterance: Utterance) -> float:
        began = now()
        source, target = self.pair
        boundary = "frontier"
        fields = f'--{boundary}\r\nContent-Disposition: form-data; name="language"\r\n\r\n{source}\r\n'
        head = (f'{fields}--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n'
                'Content-Type: audio/wav\r\n\r\n')
        body = head.encode() + utterance.path.read_bytes() + f"\r\n--{boundary}--\r\n".encode()
        heard = self.engine.ask("POST", "/v1/audio/transcriptions", body, f"multipart/form-data; boundary={boundary}")
        first = heard["text"].partition(". ")[0].partition("? ")[0]
        translated = self.engine.ask("POST", "/translate", {"q": first, "source": source, "target": target})
        self.engine.ask("POST", "/v1/audio/speech", {
            "model": "tts-1", "voice": "any", "input": translated["translatedText"], "language": target,
            "response_format": "mp3"})
        return now() - began
