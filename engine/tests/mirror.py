"""A mirror on loopback that can misbehave."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self


class Mirror:
    """Serves files by name, and an index of models.

    `faults` are taken one for each request of a file: cut (half of what is due, then the end), stall (half,
    then nothing), longer (a byte more than there is), norange (everything, whatever range was asked for),
    error (503).
    `ranges` keeps the first byte that each request asked for.
    """

    def __init__(self, models: dict[str, dict[str, bytes]]) -> None:
        self.contents = {path: data for files in models.values() for path, data in files.items()}
        self.index = {
            "models": {
                model: [
                    {
                        "path": path,
                        "url": f"files/{path}",
                        "size": len(data),
                        "sha256": hashlib.sha256(data).hexdigest(),
                    }
                    for path, data in files.items()
                ]
                for model, files in models.items()
            }
        }
        self.faults: list[str] = []
        self.ranges: list[int] = []
        self.stop = threading.Event()
        mirror = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                mirror.serve(self)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/some/folder"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        self._server.shutdown()
        self._server.server_close()

    def serve(self, handler: BaseHTTPRequestHandler) -> None:
        """Answers one request."""
        name = handler.path.removeprefix("/some/folder/")
        if name == "index.json":
            return self._send(handler, json.dumps(self.index).encode())
        data = self.contents[name.removeprefix("files/")]
        asked = re.fullmatch(r"bytes=(\d+)-", handler.headers.get("Range", "bytes=0-"))
        start, fault = int(asked[1]), self.faults.pop(0) if self.faults else ""
        self.ranges.append(start)
        if fault == "error":
            return handler.send_error(503)
        if fault == "norange":
            start = 0
        part = data[start:] + (b"!" if fault == "longer" else b"")
        self._send(handler, part, 206 if start else 200, fault)

    def _send(self, handler: BaseHTTPRequestHandler, data: bytes, status: int = 200, fault: str = "") -> None:
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        if fault in ("cut", "stall"):
            handler.wfile.write(data[: len(data) // 2])
            handler.wfile.flush()
            handler.close_connection = True
            if fault == "stall":
                self.stop.wait(10)
        else:
            handler.wfile.write(data)
