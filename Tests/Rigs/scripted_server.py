"""An HTTP server that answers as it is told and remembers every request: a stand-in for hosted services that tests
can't reach. It speaks real HTTP over loopback.

    with ScriptedServer({("POST", "/v1/chat/completions"): answer}) as server:
        ...   # server.url, server.requests

An answer is a function from the request to a `Reply`."""

from __future__ import annotations

import json
import re
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Request:
    """One request: its body whole, and in parts where it is a form."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    chunked: bool
    target: str = ""
    """The path with its query."""

    @property
    def json(self) -> dict:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def form(self) -> list[tuple[str, dict[str, str], bytes]]:
        """The parts of a multipart form, in order: name, headers, content."""
        boundary = re.search(r"boundary=(.*)", self.headers["content-type"]).group(1).encode()
        parts = []
        for part in self.body.split(b"--" + boundary)[1:-1]:
            head, content = part[2:].split(b"\r\n\r\n", 1)
            headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
            name = re.search(r'name="([^"]*)"', headers["Content-Disposition"]).group(1)
            parts.append((name, headers, content[:-2]))
        return parts


@dataclass
class Reply:
    """What is answered: status, type, and the body, whole or in pieces (then chunked)."""

    body: bytes | Iterator[bytes]
    type: str = "application/json"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


def events(*values: object, done: bool = True) -> Reply:
    """Server-sent events, one JSON value each, and `[DONE]`."""
    lines = [f"data: {json.dumps(value)}\n\n".encode() for value in values]
    return Reply(iter(lines + ([b"data: [DONE]\n\n"] if done else [])), "text/event-stream")


class ScriptedServer:
    """The server, on a port of its own while the `with` block runs."""

    def __init__(self, answers: dict[tuple[str, str], Callable[[Request], Reply]], port: int = 0,
                 tls: ssl.SSLContext | None = None) -> None:
        self.requests: list[Request] = []
        script, requests = answers, self.requests

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Head and body are written apart: the second must not wait for the first to be acknowledged.
            disable_nagle_algorithm = True

            def log_message(self, *_: object) -> None:
                """Nothing is printed."""

            def _body(self) -> tuple[bytes, bool]:
                if self.headers.get("Transfer-Encoding") == "chunked":
                    body = b""
                    while size := int(self.rfile.readline().strip() or b"0", 16):
                        body += self.rfile.read(size)
                        self.rfile.readline()
                    self.rfile.readline()
                    return body, True
                return self.rfile.read(int(self.headers.get("Content-Length", 0))), False

            def _answer(self) -> None:
                body, chunked = self._body()
                headers = {name.lower(): value for name, value in self.headers.items()}
                request = Request(self.command, self.path.split("?")[0], headers, body, chunked, self.path)
                requests.append(request)
                answer = script.get((request.method, request.path))
                reply = answer(request) if answer else Reply(b'{"error":{"message":"no such path"}}', status=404)
                self.send_response(reply.status)
                self.send_header("Content-Type", reply.type)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                if isinstance(reply.body, bytes):
                    self.send_header("Content-Length", str(len(reply.body)))
                    self.end_headers()
                    self.wfile.write(reply.body)
                    return
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                for piece in reply.body:
                    self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
                    self.wfile.flush()
                self.wfile.write(b"0\r\n\r\n")

            do_GET = do_POST = _answer

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        if tls:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> ScriptedServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
