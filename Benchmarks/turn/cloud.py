"""A scripted cloud service with the delays of a good one, over real HTTP on loopback.

Recognition takes 300 ms and a tenth of the audio's length, counted from the end of the upload; a translation's first
token comes after 250 ms, then 60 tokens a second; the first byte of an MP3 after 200 ms, the rest at once.

It recognises nothing: it counts the stretches of speech in what was uploaded, and answers with as many of the
sentences that the benchmark said would be spoken, in order.
"""

from __future__ import annotations

import email.parser
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np

RECOGNITION_S, RECOGNITION_SHARE = 0.3, 0.1
FIRST_TOKEN_S, TOKENS_PER_S = 0.25, 60.0
FIRST_MP3_S = 0.2
RATE = 16_000
PAUSE_S = 0.35
"""Silence that separates two sentences; within a sentence of these voices it is shorter."""


def tokens(text: str) -> list[str]:
    """A text in pieces of about the size of a language model's tokens."""
    return [text[at:at + 4] for at in range(0, len(text), 4)]


def stretches(samples: np.ndarray) -> int:
    """How many stretches of speech, a pause apart, some samples hold."""
    frames = samples[:len(samples) // 320 * 320].reshape(-1, 320).astype(np.float64)
    loud = np.flatnonzero(np.sqrt(np.mean(frames ** 2, axis=1)) > 150)
    return 0 if len(loud) == 0 else 1 + int(np.sum(np.diff(loud) * 0.02 > PAUSE_S))


class Cloud:
    """The service. `expect` says what will be spoken next."""

    def __init__(self, translations: dict[str, str], mp3: bytes) -> None:
        """`translations`: of each sentence; `mp3`: what is spoken, whatever the text."""
        self.translations, self.mp3 = translations, mp3
        self.sentences: list[str] = []
        self.marks: list[tuple[str, float]] = []
        self.lock = threading.Lock()
        cloud = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Small writes go out at once, as a server that streams sees to.
            disable_nagle_algorithm = True

            def log_message(self, *_: object) -> None:
                """Says nothing."""

            def do_GET(self) -> None:  # noqa: N802
                self.reply(b'{"object":"list","data":[]}', "application/json")

            def do_POST(self) -> None:  # noqa: N802
                body = self.body()
                cloud.mark(f"{self.path} asked")
                answer = {"/v1/audio/transcriptions": self.transcribe, "/v1/chat/completions": self.translate,
                          "/v1/audio/speech": self.speak}[self.path]
                answer(body)
                cloud.mark(f"{self.path} answered")

            def body(self) -> bytes:
                if self.headers.get("Transfer-Encoding") != "chunked":
                    return self.rfile.read(int(self.headers.get("Content-Length", 0)))
                body = b""
                while size := int(self.rfile.readline().strip() or b"0", 16):
                    body += self.rfile.read(size)
                    self.rfile.readline()
                self.rfile.readline()
                return body

            def reply(self, body: bytes, kind: str) -> None:
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def stream(self, kind: str) -> None:
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()

            def piece(self, data: bytes) -> None:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

            def transcribe(self, body: bytes) -> None:
                head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
                form = email.parser.BytesParser().parsebytes(head + body)
                parts = {part.get_param("name", header="content-disposition"): part.get_payload(decode=True)
                         for part in form.get_payload()}
                file = parts["file"]
                samples = np.frombuffer(file[44:44 + (len(file) - 44) // 2 * 2], "<i2")
                time.sleep(RECOGNITION_S + RECOGNITION_SHARE * len(samples) / RATE)
                text = cloud.recognised(stretches(samples))
                if parts.get("response_format") == b"text":
                    self.reply(text.encode() + b"\n", "text/plain")
                else:
                    self.reply(json.dumps({"text": text}).encode(), "application/json")

            def translate(self, body: bytes) -> None:
                request = json.loads(body)
                text = json.loads(request["messages"][-1]["content"])["text"]
                translated = cloud.translated(text)
                time.sleep(FIRST_TOKEN_S)
                if not request.get("stream"):
                    time.sleep((len(tokens(translated)) - 1) / TOKENS_PER_S)
                    answer = {"choices": [{"message": {"content": translated}, "finish_reason": "stop"}]}
                    return self.reply(json.dumps(answer).encode(), "application/json")
                self.stream("text/event-stream")
                began = time.monotonic()
                for index, token in enumerate(tokens(translated)):
                    time.sleep(max(0.0, began + index / TOKENS_PER_S - time.monotonic()))
                    self.piece(b"data: " + json.dumps({"choices": [{"delta": {"content": token}}]}).encode() + b"\n\n")
                self.piece(b"data: [DONE]\n\n")
                self.wfile.write(b"0\r\n\r\n")
                return None

            def speak(self, _: bytes) -> None:
                time.sleep(FIRST_MP3_S)
                self.stream("audio/mpeg")
                self.piece(cloud.mp3)
                self.wfile.write(b"0\r\n\r\n")

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def expect(self, sentences: list[str]) -> None:
        """These will be spoken next."""
        with self.lock:
            self.sentences, self.marks = list(sentences), []

    def mark(self, what: str) -> None:
        """Notes what happened now."""
        with self.lock:
            self.marks.append((what, time.clock_gettime(time.CLOCK_BOOTTIME)))

    def recognised(self, count: int) -> str:
        """The next sentences, as many as there were stretches of speech."""
        with self.lock:
            taken, self.sentences = self.sentences[:count], self.sentences[count:]
        return " ".join(taken)

    def translated(self, text: str) -> str:
        """The translation of known sentences."""
        return " ".join(self.translations[part] for part in self.translations if part in text)

    def floor(self, seconds: float, sentences: list[str]) -> float:
        """The delays that one request for the whole recording can't avoid, until the first sound: recognition, the
        first sentence's tokens, the first byte of its speech."""
        first = tokens(self.translations[sentences[0]] + " ")
        return (RECOGNITION_S + RECOGNITION_SHARE * seconds + FIRST_TOKEN_S + (len(first) - 1) / TOKENS_PER_S
                + FIRST_MP3_S)

    def stop(self) -> None:
        """Ends the server."""
        self._server.shutdown()
        self._server.server_close()
